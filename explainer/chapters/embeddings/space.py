"""The words of a sentence and what is near them, on two axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.embeddings import Projection, spread
from explainer.chapters.embeddings.cloud import CloudWords, cloud, cloud_payload
from explainer.chapters.embeddings.data import (
    PIECE,
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
from explainer.text.numbers import percent
from explainer.tokenizer.tokenizer import EOS
from explainer.translation import Translation

WORDS = 6  # of a side, the rarest: more would lie over each other
EACH = 6  # nearest tokens of a word
SAMPLE = 400  # pieces in the background of the whole vocabulary
OWN = ("source", "target")


@dataclass(frozen=True)
class Places:
    """Axes, and the ids that they show whatever is chosen, with their kinds; of an id that is near
    a word, the word.
    """

    projection: Projection
    kinds: Mapping[int, str]
    owners: Mapping[int, int] = field(default_factory=dict)

    def at(self, model: str, ids: Sequence[int]) -> NDArray[np.float64]:
        """Where ids lie, (N, 2)."""
        return self.projection.place(model_of(model).matrix[list(ids)])


def draw_space(view: View) -> None:
    """On the two axes that show most of their spread."""
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
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        fit = choices.segments(
            text,
            "embeddings_fit",
            text("embeddings.fit"),
            {
                "words": text("embeddings.fit_words"),
                "vocabulary": text("embeddings.fit_vocabulary"),
            },
            "words",
            help=text("embeddings.fit_help"),
        )
    everywhere = fit == "vocabulary"
    drawn = _everywhere(translation) if everywhere else _words(translation, chosen.side)
    with place:
        _cloud(view, chosen, drawn)
        st.caption(_share_line(text, drawn, everywhere))


def _cloud(view: View, chosen: Chosen, drawn: Places) -> None:
    """The points, the chosen one with its nearest; a word that is pressed is chosen."""
    text, translation = view.text, view.translation
    model = translation.model
    near = neighbours(model, chosen.id, "cosine").ids[:EACH]
    side = "source" if chosen.side == "s" else "target"
    own = {index: kind for index, kind in drawn.kinds.items() if kind in OWN}
    kinds = {**drawn.kinds, **dict.fromkeys(near, "neighbour"), chosen.id: side, **own}
    owners = {**drawn.owners, **dict.fromkeys(near, chosen.id)}
    ids = tuple(kinds)
    shares = drawn.projection.shares
    words = CloudWords(
        name=text("embeddings.map_alt", count=len(ids), share=percent(shares.sum())),
        kinds=tuple(
            text.each("embeddings.kind_*", "sample", "other", "near", "source", "target").values()
        ),
        shares=text(
            "embeddings.map_axes",
            shares=" · ".join(f"{i}: {percent(share)}" for i, share in enumerate(shares, 1)),
        ),
        hint=text("embeddings.map_hint"),
    )
    data = cloud_payload(
        places_NC=drawn.at(model, ids),
        labels=names(model, ids),
        kinds=list(kinds.values()),
        owners=[
            ids.index(owners[id]) if id in owners and kind not in OWN else -1
            for id, kind in kinds.items()
        ],
        chosen=ids.index(chosen.id),
        words=words,
        dark=view.dark,
    )

    def choose(point: int) -> None:
        if address := address_of(translation, ids[point]):
            st.session_state[PIECE] = address

    cloud(data, key="embeddings_map", on_pick=choose)


def address_of(translation: Translation, id: int) -> str:
    """How `choose_piece` names the first token of the run with this id; empty for any other."""
    for side, ids in (("t", translation.predicted), ("s", translation.source.ids)):
        if id in ids:
            return f"{side}{list(ids).index(id) + 1}"
    return ""


def _words(translation: Translation, side: str) -> Places:
    """Fitted to the rarest words of a side, or all its tokens, and the nearest of each."""
    source = side == "s"
    ids = translation.source.ids if source else translation.predicted
    own = own_words(translation, side)[-WORDS:] or list(dict.fromkeys(ids))
    owners = {
        near: word
        for word in own
        for near in neighbours(translation.model, word, "cosine").ids[:EACH]
    }
    kinds = dict.fromkeys(owners, "other") | dict.fromkeys(own, "source" if source else "target")
    return Places(fitted(translation.model, tuple(kinds)), kinds, owners)


def _everywhere(translation: Translation) -> Places:
    """Fitted to the whole vocabulary, of which a sample is the background."""
    sample = spread(len(model_of(translation.model).matrix), SAMPLE, EOS + 1)
    kinds = {
        **dict.fromkeys(sample, "sample"),
        **dict.fromkeys(translation.predicted, "target"),
        **dict.fromkeys(translation.source.ids, "source"),
    }
    return Places(projection(translation.model)[0], kinds)


def _share_line(text: Text, drawn: Places, everywhere: bool) -> str:
    shares = drawn.projection.shares
    numbers = {
        "two": percent(shares.sum()),
        "dims": drawn.projection.axes.shape[1],
    }
    if everywhere:
        return text("embeddings.map_share", **numbers)
    return text("embeddings.map_words", count=len(drawn.kinds), **numbers)
