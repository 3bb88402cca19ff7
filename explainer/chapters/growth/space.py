"""Where words lie in the embedding at every state, on axes of the finished model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st

from explainer.analysis.embeddings import Projection, likeness, principal_components
from explainer.chapters.growth.states import pick_state, with_states
from explainer.charts.curves import Axis, Dots, curves
from explainer.frame import chapter
from explainer.runs import growth
from explainer.runs.registry import model_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from explainer.frame.view import View

    Floats = NDArray[np.floating]

# Tokens of the vocabulary, so that they are written as the tokenizer cuts them.
GROUPS: Final = {
    "numbers": ("▁two", "▁three", "▁four", "▁five", "▁six", "▁seven"),
    "people": ("▁man", "▁woman", "▁boy", "▁girl", "▁father", "▁mother"),
    "places": ("▁school", "▁park", "▁station", "▁house", "▁hospital", "▁library"),
    "days": ("▁today", "▁tomorrow", "▁yesterday", "▁morning", "▁evening", "▁night"),
}
TONES: Final = {"numbers": "source", "people": "target", "places": "k", "days": "q"}
SHAPES: Final = {
    "numbers": "circle",
    "people": "square",
    "places": "diamond",
    "days": "triangle-up",
}


def words_of(model: str) -> dict[str, list[int]]:
    """Ids of the tokens of every group that the vocabulary has."""
    tokenizer = model_of(model).tokenizer
    ids_of = {}
    for group, pieces in GROUPS.items():
        cut = [tokenizer.encode(piece.removeprefix("▁")) for piece in pieces]
        ids_of[group] = [
            one.ids[0] for one, piece in zip(cut, pieces, strict=True) if one.pieces[0] == piece
        ]
    return {group: ids for group, ids in ids_of.items() if len(ids) > 1}


def likeness_within(vectors: Floats, sizes: list[int]) -> tuple[float, float]:
    """Mean cosine of pairs in a group, and of pairs from two groups; `sizes` of the groups."""
    group = np.repeat(np.arange(len(sizes)), sizes)
    cosines = np.array([likeness(vectors, vector) for vector in vectors])
    same = group[:, None] == group[None, :]
    others = ~np.eye(len(vectors), dtype=bool)
    return float(cosines[same & others].mean()), float(cosines[~same].mean())


def draw_space(view: View) -> None:
    """The picture at the chosen state."""
    subject = with_states(view)
    if subject is None:
        return
    view, states = subject
    text, model = view.text, view.translator_name
    words = words_of(model)
    ids = tuple(index for group in words.values() for index in group)
    if len(words) < 2:
        st.info(text("growth.no_words", model=model))
        return
    with chapter.figure(text("growth.space"), text("growth.space_line")):
        at = pick_state(view, states)
        finished = growth.embeddings(model, growth.FINISHED, ids)
        axes = principal_components(finished, 2)
        now = growth.embeddings(model, states.steps[at], ids)
        _picture(view, words, axes, (now, finished), states.name(text, at))
        within, across = likeness_within(now, [len(group) for group in words.values()])
        st.markdown(text("growth.likeness", within=f"{within:.2f}", across=f"{across:.2f}"))
        st.caption(text("growth.shares", share=f"{axes.shares.sum():.0%}"))
    chapter.code(text, "explainer.analysis.embeddings", "principal_components", "centred", "if len")


def _picture(
    view: View,
    words: dict[str, list[int]],
    axes: Projection,
    vectors: tuple[Floats, Floats],
    state: str,
) -> None:
    """Axes and their ends are those of the finished model, wider only where a state needs it."""
    text = view.text
    now, finished = (axes.place(vector) for vector in vectors)
    reach = 1.15 * float(max(np.abs(finished).max(), np.abs(now).max()))
    names = model_of(view.translator_name).pieces
    group_names = text.each("growth.group_*", "numbers", "people", "places", "days")
    dots, start = [], 0
    for group, ids in words.items():
        places = now[start : start + len(ids)]
        labels = [piece.removeprefix("▁") for piece in names(ids)]
        dots.append(
            Dots(
                group_names[group],
                places[:, 0],
                places[:, 1],
                TONES[group],
                names=labels,
                labels=labels,
                shape=SHAPES[group],  # type: ignore[arg-type]
                loose=True,
            )
        )
        start += len(ids)
    figure = curves(
        dots=dots,
        x=Axis(text("growth.axis", number=1), span=(-reach, reach)),
        y=Axis(text("growth.axis", number=2), span=(-reach, reach)),
        name_title=text("growth.group"),
        dark=view.dark,
        height=420,
    )
    alt = text("growth.space_alt", state=state)
    chapter.chart(figure, alt, "growth_space")
