"""The words of a sentence and what is near them, on two or three axes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.embeddings import Projection, principal_components, spread
from explainer.chapters.embeddings.chart_embeddings3d import projection_3d
from explainer.chapters.embeddings.charts import projection_chart
from explainer.chapters.embeddings.data import (
    COMPONENTS,
    Chosen,
    names,
    neighbours,
    own_words,
    projection,
)
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.tokenizer.tokenizer import EOS
from explainer.translation import Translation

WORDS = 6  # of a sentence, the rarest: more would lie over each other
EACH = 6  # nearest tokens of a word
SAMPLE = 400  # pieces in the background of the whole vocabulary


@dataclass(frozen=True)
class Places:
    """Ids (N,) and where they lie (N, 3); kinds of those that are no background."""

    ids: tuple[int, ...]
    places: NDArray[np.float64]
    found: Projection
    kinds: Mapping[int, str]

    def kinds_of(self, near: tuple[int, ...] | None) -> list[str]:
        """Of each id; with `near` only these are neighbours, those of other words are others."""
        kinds = [self.kinds.get(index, "sample") for index in self.ids]
        if near is None:
            return ["neighbour" if kind == "other" else kind for kind in kinds]
        pairs = zip(self.ids, kinds, strict=True)
        return ["neighbour" if kind == "other" and i in near else kind for i, kind in pairs]


def draw_space(view: View, chosen: Chosen) -> None:
    """Flat, and on demand with a third axis."""
    with chapter.figure(view.text("embeddings.map_title"), view.text("embeddings.map_line")):
        _draw(view, chosen)


def _draw(view: View, chosen: Chosen) -> None:
    text, translation = view.text, view.translation
    fit = choices.segments(
        text,
        "embeddings_fit",
        text("embeddings.fit"),
        {"words": text("embeddings.fit_words"), "vocabulary": text("embeddings.fit_vocabulary")},
        "words",
        help=text("embeddings.fit_help"),
    )
    drawn = _places(translation, chosen, fit == "vocabulary")
    labels, shares = names(translation.model, drawn.ids), drawn.found.shares
    near = neighbours(translation.model, chosen.id, "cosine").ids[:EACH]
    titles = _titles(text, drawn.found)
    chapter.chart(
        projection_chart(
            places_NC=drawn.places[:, :2],
            labels=labels,
            kinds=drawn.kinds_of(near),
            kind_names=_kind_names(text),
            chosen=drawn.ids.index(chosen.id),
            axis_titles=(titles[0], titles[1]),
            piece_title=text("embeddings.piece"),
            dark=view.dark,
        ),
        text("embeddings.map_alt", count=len(drawn.ids), share=f"{shares[:2].sum():.1%}"),
        "embeddings_map",
    )
    st.caption(_share_line(text, drawn, fit == "vocabulary"))
    if choices.toggle(text, "embeddings_3d", text("embeddings.three")):
        _turned(view, drawn, titles)


def _turned(view: View, drawn: Places, titles: tuple[str, ...]) -> None:
    """Says nothing of the chosen token: a click on another word of the sentence draws nothing."""
    text = view.text
    spec = projection_3d(
        places_NC=drawn.places,
        labels=names(view.translation.model, drawn.ids),
        kinds=drawn.kinds_of(None),
        kind_names=_kind_names(text),
        axis_titles=(titles[0], titles[1], titles[2]),
        dark=view.dark,
    )
    share = f"{drawn.found.shares.sum():.1%}"
    st.plotly_chart(
        spec,
        theme=None,
        key="embeddings_space",
        config={"displayModeBar": False},
        alt=text("embeddings.map_alt", count=len(drawn.ids), share=share),
    )


def _places(translation: Translation, chosen: Chosen, everywhere: bool) -> Places:
    """Fitted to the words of the chosen side and their nearest, or to the whole vocabulary."""
    model, source = translation.model, dict.fromkeys(translation.source.ids, "source")
    matrix = model_of(model).matrix
    if everywhere:
        own = dict.fromkeys(translation.predicted, "target") | source
        asked = [chosen.id]
    else:
        asked = list(dict.fromkeys((*own_words(translation, chosen.side)[-WORDS:], chosen.id)))
        own = dict.fromkeys(asked, "source" if chosen.side == "s" else "target")
    near = [i for word in asked for i in neighbours(model, word, "cosine").ids[:EACH]]
    kinds = dict.fromkeys(near, "other") | own
    if not everywhere:
        found = principal_components(matrix[list(kinds)], COMPONENTS)
        return Places(tuple(kinds), found.place(matrix[list(kinds)]), found, kinds)
    found, places = projection(model)
    ids = tuple(dict.fromkeys((*kinds, *spread(len(matrix), SAMPLE, EOS + 1))))
    return Places(ids, places[list(ids)], found, kinds)


def _titles(text: Text, found: Projection) -> tuple[str, ...]:
    return tuple(
        text("embeddings.axis", number=i + 1, share=f"{share:.1%}")
        for i, share in enumerate(found.shares)
    )


def _kind_names(text: Text) -> tuple[str, ...]:
    found = text.each("embeddings.kind_*", "sample", "other", "near", "source", "target")
    return tuple(found.values())


def _share_line(text: Text, drawn: Places, everywhere: bool) -> str:
    shares = drawn.found.shares
    numbers = {
        "two": f"{shares[:2].sum():.1%}",
        "three": f"{shares.sum():.1%}",
        "dims": drawn.found.axes.shape[1],
    }
    if everywhere:
        return text("embeddings.map_share", **numbers)
    return text("embeddings.map_words", count=len(drawn.ids), **numbers)
