"""Figures of the forcing page: diverging paths and next-token distributions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from explainer.analysis.forcing import divergence
from explainer.chapters.forcing.paths import Path, Paths
from explainer.charts.lookup import top_candidates
from explainer.drawings import Choice, drawing, place_in, rounded
from explainer.frame import chapter
from explainer.frame.choices import Place
from explainer.frame.pickers import Picker
from explainer.runs.registry import model_of
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text

POSITION = Place("forcing_position")  # counts from 1, in the address too


def start_position(paths: Paths) -> int:
    """Return the default position, from 0: after the first divergence, else the least probable."""
    place = divergence(paths.reference.ids, paths.greedy.ids)
    if place is None:
        return int(paths.reference.forced.losses.argmax())
    return min(place + 1, min(len(paths.reference.ids), len(paths.greedy.ids)) - 1)


def pick_position(text: Text, paths: Paths) -> int:
    """Draw the position control; return it from 0."""
    pick = Picker(text, (paths.reference.ids, paths.greedy.ids))
    return pick.number(POSITION, paths.longest, start_position(paths))


def draw_divergence(view: View, paths: Paths, place: int) -> None:
    """Draw one path up to the first divergence, then the reference's and the decoder's own."""
    text, cut = view.text, divergence(paths.reference.ids, paths.greedy.ids)
    numbers = paths.reference.forced
    tops = model_of(view.translator_name).tokens(numbers.top_ids[:, 0].tolist())
    reference = {
        **_tokens(paths.reference),
        "ranks": numbers.ranks.tolist(),
        "top": {"tokens": list(tops), "probs": rounded(numbers.top_probs[:, 0])},
    }

    def go(choice: Choice) -> None:
        to = place_in(choice, "at", paths.longest)
        if to is not None:
            st.session_state[POSITION] = to + 1

    drawing(
        "forcing/two_paths",
        {"reference": reference, "greedy": _tokens(paths.greedy)},
        words=text.section("forcing.two_paths"),
        key="forcing_two_paths",
        chosen={"at": place},
        on_choice=go,
        blank=lambda data: _blank(data, place),
    )
    st.caption(
        text("forcing.no_divergence") if cut is None else text("forcing.divergence", place=cut + 1)
    )


def _tokens(path: Path) -> dict[str, Any]:
    return {"tokens": list(path.tokens), "probs": rounded(np.exp(path.forced.log_probs))}


def _blank(data: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Hide the answer: show the reference up to the chosen step, and as many steps.

    The next token of both outputs is one of several candidates, in alphabetical order.
    """
    reference = data["reference"]
    tokens, tops = reference["tokens"], reference["top"]["tokens"]
    count = max(len(tokens), len(data["greedy"]["tokens"]))
    path = {"tokens": [*tokens[:place], *["?"] * (count - len(tokens[:place]))], "probs": []}
    offers = sorted({*tokens[place : place + 1], *tops[place : place + 1]})
    blank = {"reference": {**path, "ranks": [], "top": path}, "greedy": path}
    shown = [*tokens[place : place + 1], *tops[place : place + 1]]
    return {**blank, "asked": place, "choices": offers, "offers": offers, "shown": shown}


def draw_candidates(view: View, paths: Paths, place: int) -> None:
    """Draw the distribution at the chosen position after the reference and after own tokens."""
    text = view.text
    same = paths.reference.ids[:place] == paths.greedy.ids[:place]
    if same and place < min(len(paths.reference.ids), len(paths.greedy.ids)):
        _one_side(view, text("forcing.after_both"), paths.reference, place, paths.reference)
        st.caption(text("forcing.same_prefix"))
        return
    left, right = st.columns(2, gap="large")
    with left:
        _one_side(view, text("forcing.after_gold"), paths.reference, place, paths.reference)
    with right:
        _one_side(view, text("forcing.after_own"), paths.greedy, place, paths.greedy)


def _one_side(view: View, title: str, path: Path, place: int, wanted: Path) -> None:
    text = view.text
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.markdown(f"**{title}**", width="content")
        if place >= len(path.ids):
            st.caption(text("forcing.ended", place=place + 1), width="content")
            return
        st.text(" ".join(("<s>", *path.tokens[:place])), width="content")
    numbers = path.forced
    ids = numbers.top_ids[place].tolist()
    target = wanted.ids[place]
    chapter.chart(
        top_candidates(
            tokens=list(model_of(view.translator_name).tokens(ids)),
            probs=numbers.top_probs[place],
            chosen=ids.index(target) if target in ids else None,
            others_label=text("words.others"),
            label_title=text("words.token"),
            value_title=text("words.probability"),
            dark=view.dark,
        ),
        text("forcing.candidates_alt", place=place + 1, what=title),
    )
    if target not in ids:
        st.text(
            text(
                "forcing.next_token",
                token=wanted.tokens[place],
                rank=f"{numbers.ranks[place]:,}",
                p=percent(float(np.exp(numbers.log_probs[place])), 2),
            )
        )
