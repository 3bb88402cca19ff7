"""Words of a sentence and their neighbours in a 2-d projection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.embeddings import Projection, spread
from explainer.chapters.embeddings.data import (
    Chosen,
    choose_token,
    fitted,
    names,
    neighbours,
    own_words,
    projection,
)
from explainer.charts.curves import Axis, Curve, Dots, curves
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.tokenizer.tokenizer import EOS
from explainer.translation import Translation

WORDS = 6  # of a side, the rarest: more would lie over each other
EACH = 6  # nearest tokens of a word
CLOSE = 0.05  # of the spread of an axis: there names would lie over each other
SAMPLE = 400  # tokens in the background of the whole vocabulary
FIT = OneOf("embeddings_fit", ("words", "vocabulary"))
OWN = ("source", "target")
KINDS = ("sample", "other", "neighbour", *OWN)
Place = NDArray[np.float64]
TONES = {"sample": "third", "other": "third", "neighbour": "residual"} | {s: s for s in OWN}


@dataclass(frozen=True)
class WordMap:
    """Axes of the map and the ids that it always shows, by kind.

    A neighbour is mapped to the word that it is near.
    """

    projection: Projection
    kinds: Mapping[int, str]
    owners: Mapping[int, int] = field(default_factory=dict)

    def at(self, model: str, ids: Sequence[int]) -> NDArray[np.float64]:
        """Project ids to coordinates, (N, 2)."""
        return self.projection.place(model_of(model).matrix[list(ids)])


def draw_space(view: View) -> None:
    """Draw the words on the two axes of largest variance."""
    text, model = view.text, view.translation.model
    with chapter.figure(text("embeddings.map_title"), text("embeddings.map_line")):
        chosen = choose_token(view)
        _draw(view, chosen)
    row = model_of(model).matrix[chosen.id].astype(np.float64)
    first = float(projection(model)[0].place(row[None])[0, 0])
    chapter.formula(text, [rf"z_1 = w_1 \cdot (x - \bar{{x}}) = {number(first)}"])


def _draw(view: View, chosen: Chosen) -> None:
    text, translation = view.text, view.translation
    place = st.container()  # what it is fitted to is chosen below it
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        everywhere = FIT.draw(text) == "vocabulary"
    drawn = _everywhere(translation) if everywhere else _words(translation, chosen.side)
    with place:
        _cloud(view, chosen, drawn)
        st.caption(_share_line(text, drawn, everywhere))


def _cloud(view: View, chosen: Chosen, drawn: WordMap) -> None:
    """Draw the points, a ring around the chosen one, and lines from words to neighbours."""
    text, model = view.text, view.translation.model
    near = neighbours(model, chosen.id, "cosine").ids[:EACH]
    side = "source" if chosen.side == "s" else "target"
    own = {index: kind for index, kind in drawn.kinds.items() if kind in OWN}
    kinds = {**drawn.kinds, **dict.fromkeys(near, "neighbour"), chosen.id: side, **own}
    owners = {**drawn.owners, **dict.fromkeys(near, chosen.id)}
    ids = tuple(kinds)
    at = dict(zip(ids, drawn.at(model, ids), strict=True))
    named = dict(zip(ids, names(model, ids), strict=True))
    told = text.each("embeddings.kind_*", "sample", "other", "near", "source", "target")
    titles = dict(zip(KINDS, told.values(), strict=True))
    ties = [(id, word) for id, word in owners.items() if kinds[id] not in OWN and word in at]
    members = {kind: [id for id in ids if kinds[id] == kind] for kind in KINDS}
    dots = [
        _dots(titles[kind], kind, [at[id] for id in listed], [named[id] for id in listed])
        for kind, listed in members.items()
        if listed
    ]
    shown = [listed for listed in members.values() if listed]
    ring = next(n for n, listed in enumerate(shown) if chosen.id in listed)
    first, second = (percent(share) for share in drawn.projection.shares)
    figure = curves(
        lines=[_rays(text, [(at[word], at[id]) for id, word in ties])] if ties else [],
        dots=dots,
        ring=(ring, shown[ring].index(chosen.id)),
        x=Axis(text("embeddings.map_axis", axis=1, share=first)),
        y=Axis(text("embeddings.map_axis", axis=2, share=second)),
        name_title=text("embeddings.map_token"),
        dark=view.dark,
        height=400,
    )
    alt = text("embeddings.map_alt", count=len(ids), share=percent(drawn.projection.shares.sum()))
    chapter.chart(figure, alt)


def _rays(text: Text, ties: Sequence[tuple[Place, Place]]) -> Curve:
    """Make lines between pairs of points, with gaps between them."""
    ends = np.array([end for one, other in ties for end in (one, other, (np.nan, np.nan))])
    name = text("embeddings.rays")
    return Curve(name, ends[:, 1], "third", x=ends[:, 0], strong=False, pointed=False)


def _dots(title: str, kind: str, places: Sequence[Place], named: Sequence[str]) -> Dots:
    """Make the points of one kind; background points have no labels."""
    is_ground = kind == "sample"
    across, up = np.array(places).T
    free = _free(across, up) if kind == "other" else [True] * len(named)
    return Dots(
        title,
        across,
        up,
        TONES[kind],
        names=named,
        labels=[] if is_ground else [n if f else "" for n, f in zip(named, free, strict=True)],
        strong=[kind in OWN] * len(named),
        size=18 if is_ground else 60,
        faint=is_ground,
    )


def _free(across: NDArray[np.float64], up: NDArray[np.float64]) -> list[bool]:
    """Return which points keep their labels: those not close to an earlier one."""
    wide, high = (CLOSE * max(float(np.ptp(axis)), 1e-9) for axis in (across, up))
    kept: list[int] = []
    for at in range(len(across)):
        near = (abs(across[at] - across[i]) < 2 * wide and abs(up[at] - up[i]) < high for i in kept)
        if not any(near):
            kept.append(at)
    return [at in kept for at in range(len(across))]


def _words(translation: Translation, side: str) -> WordMap:
    """Fit the axes to a side's rarest words, or all its tokens, and their neighbours."""
    source = side == "s"
    ids = translation.source.ids if source else translation.predicted
    own = own_words(translation, side)[-WORDS:] or list(dict.fromkeys(ids))
    owners = {
        near: word
        for word in own
        for near in neighbours(translation.model, word, "cosine").ids[:EACH]
    }
    kinds = dict.fromkeys(owners, "other") | dict.fromkeys(own, "source" if source else "target")
    return WordMap(fitted(translation.model, tuple(kinds)), kinds, owners)


def _everywhere(translation: Translation) -> WordMap:
    """Fit the axes to the whole vocabulary, with a sample of it as background."""
    sample = spread(len(model_of(translation.model).matrix), SAMPLE, EOS + 1)
    kinds = {
        **dict.fromkeys(sample, "sample"),
        **dict.fromkeys(translation.predicted, "target"),
        **dict.fromkeys(translation.source.ids, "source"),
    }
    return WordMap(projection(translation.model)[0], kinds)


def _share_line(text: Text, drawn: WordMap, everywhere: bool) -> str:
    shares = drawn.projection.shares
    numbers = {
        "two": percent(shares.sum()),
        "dims": drawn.projection.axes.shape[1],
    }
    if everywhere:
        return text("embeddings.map_share", **numbers)
    return text("embeddings.map_words", count=len(drawn.kinds), **numbers)
