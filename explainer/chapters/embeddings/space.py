"""The words of a sentence and what is near them, on two or three axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.embeddings import Projection, spread
from explainer.chapters.embeddings.chart_embeddings3d import projection_3d
from explainer.chapters.embeddings.charts import OWN, projection_chart
from explainer.chapters.embeddings.data import (
    Chosen,
    choose_piece,
    fitted,
    names,
    neighbours,
    own_words,
    projection,
)
from explainer.frame import chapter, choices
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.tokenizer.tokenizer import EOS
from explainer.translation import Translation

WORDS = 6  # of a side, the rarest: more would lie over each other
EACH = 6  # nearest tokens of a word
SAMPLE = 400  # pieces in the background of the whole vocabulary


@dataclass(frozen=True)
class Places:
    """Axes, and the ids that they show whatever is chosen, with their kinds."""

    projection: Projection
    kinds: Mapping[int, str]

    def at(self, model: str, ids: Sequence[int]) -> NDArray[np.float64]:
        """Where ids lie, (N, 3)."""
        return self.projection.place(model_of(model).matrix[list(ids)])


def draw_space(view: View) -> None:
    """Flat, and on demand with a third axis."""
    text, model = view.text, view.translation.model
    with chapter.figure(text("embeddings.map_title"), text("embeddings.map_line")):
        chosen = choose_piece(view)
        _draw(view, chosen)
    row = model_of(model).matrix[chosen.id].astype(np.float64)
    first = float(projection(model)[0].place(row[None])[0, 0])
    chapter.formula(text, [rf"z_1 = w_1 \cdot (x - \bar{{x}}) = {number(first)}"])


def _draw(view: View, chosen: Chosen) -> None:
    text, translation = view.text, view.translation
    place = st.container()  # what it is fitted to is chosen below it
    fit = choices.segments(
        text,
        "embeddings_fit",
        text("embeddings.fit"),
        {"words": text("embeddings.fit_words"), "vocabulary": text("embeddings.fit_vocabulary")},
        "words",
        help=text("embeddings.fit_help"),
    )
    model, everywhere = translation.model, fit == "vocabulary"
    drawn = _everywhere(translation) if everywhere else _words(translation, chosen.side)
    near = neighbours(model, chosen.id, "cosine").ids[:EACH]
    side = "source" if chosen.side == "s" else "target"
    own = {index: kind for index, kind in drawn.kinds.items() if kind in OWN}
    kinds = {**drawn.kinds, **dict.fromkeys(near, "neighbour"), chosen.id: side, **own}
    ids = tuple(kinds)
    titles, shares = _titles(text, drawn.projection), drawn.projection.shares
    with place:
        chapter.chart(
            projection_chart(
                places_NC=drawn.at(model, ids)[:, :2],
                labels=names(model, ids),
                kinds=list(kinds.values()),
                kind_names=_kind_names(text),
                chosen=ids.index(chosen.id),
                axis_titles=(titles[0], titles[1]),
                piece_title=text("embeddings.piece"),
                dark=view.dark,
            ),
            text("embeddings.map_alt", count=len(drawn.kinds), share=f"{shares[:2].sum():.1%}"),
            "embeddings_map",
        )
        st.caption(_share_line(text, drawn, everywhere))
    if choices.toggle(text, "embeddings_3d", text("embeddings.three")):
        _turned(view)


def _turned(view: View) -> None:
    """The words of the translation, whatever is chosen above: no click draws it anew."""
    drawn = _words(view.translation, "t")
    text, model, ids = view.text, view.translation.model, tuple(drawn.kinds)
    titles = _titles(text, drawn.projection)
    spec = projection_3d(
        places_NC=drawn.at(model, ids),
        labels=names(model, ids),
        kinds=list(drawn.kinds.values()),
        kind_names=_kind_names(text),
        axis_titles=(titles[0], titles[1], titles[2]),
        dark=view.dark,
    )
    share = f"{drawn.projection.shares.sum():.1%}"
    st.plotly_chart(
        spec,
        theme=None,
        key="embeddings_space",
        config={"displayModeBar": False},
        alt=text("embeddings.map_alt", count=len(ids), share=share),
    )


def _words(translation: Translation, side: str) -> Places:
    """Fitted to the rarest words of a side, or all its tokens, and the nearest of each."""
    source = side == "s"
    ids = translation.source.ids if source else translation.predicted
    own = own_words(translation, side)[-WORDS:] or list(dict.fromkeys(ids))
    near = [i for word in own for i in neighbours(translation.model, word, "cosine").ids[:EACH]]
    kinds = dict.fromkeys(near, "other") | dict.fromkeys(own, "source" if source else "target")
    return Places(fitted(translation.model, tuple(kinds)), kinds)


def _everywhere(translation: Translation) -> Places:
    """Fitted to the whole vocabulary, of which a sample is the background."""
    sample = spread(len(model_of(translation.model).matrix), SAMPLE, EOS + 1)
    kinds = {
        **dict.fromkeys(sample, "sample"),
        **dict.fromkeys(translation.predicted, "target"),
        **dict.fromkeys(translation.source.ids, "source"),
    }
    return Places(projection(translation.model)[0], kinds)


def _titles(text: Text, projection: Projection) -> tuple[str, ...]:
    return tuple(
        text("embeddings.axis", number=i + 1, share=f"{share:.1%}")
        for i, share in enumerate(projection.shares)
    )


def _kind_names(text: Text) -> tuple[str, ...]:
    names = text.each("embeddings.kind_*", "sample", "other", "near", "source", "target")
    return tuple(names.values())


def _share_line(text: Text, drawn: Places, everywhere: bool) -> str:
    shares = drawn.projection.shares
    numbers = {
        "two": f"{shares[:2].sum():.1%}",
        "three": f"{shares.sum():.1%}",
        "dims": drawn.projection.axes.shape[1],
    }
    if everywhere:
        return text("embeddings.map_share", **numbers)
    return text("embeddings.map_words", count=len(drawn.kinds), **numbers)
