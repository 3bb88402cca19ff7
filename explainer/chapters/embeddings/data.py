"""Data of the embeddings page: the matrix, cached neighbours and projection, the choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.embeddings import (
    LookUp,
    Measure,
    Projection,
    closest_points,
    look_up,
    nearest,
    norms,
    principal_components,
    similarities,
)
from explainer.engine import Translator
from explainer.frame.chips import Chip, ChipRow, Kind, chips, kind_of
from explainer.frame.choices import Place
from explainer.frame.pickers import picker
from explainer.frame.view import View
from explainer.runs import registry
from explainer.runs.computed import by_model, computed
from explainer.tokenizer.tokenizer import EOS
from explainer.translation import Translation

NEIGHBOURS = 10
RARE = 4  # of the vocabulary by frequency all but the first of so many parts
PAIRS = 5000  # of random tokens, to tell what a cosine is worth
COMPONENTS = 2
TOKEN = Place(
    "embeddings_token", "embeddings.choose_title"
)  # address and session: "s3" or "t2", counted from 1
SIDES = "st"


def names(model: str, ids: Sequence[int]) -> tuple[str, ...]:
    """Return the tokens of ids, special tokens by their names."""
    return registry.model_of(model).tokens(ids)


@dataclass(frozen=True)
class Neighbours:
    """Ids by similarity, highest first, without the token itself, and their values."""

    ids: tuple[int, ...]
    values: NDArray[np.float64]


@by_model(computed(max_entries=512))
def neighbours(model: Translator, index: int, measure: Measure) -> Neighbours:
    """Return a token's nearest frequent neighbours, for a word-initial token only such.

    Rare tokens are hardly trained and lie close to many words.
    """
    matrix, begins = model.matrix, starts_word(model)
    frequent = matrix[: frequent_tokens(model)]
    values = similarities(frequent, matrix[index], measure)
    others = np.flatnonzero(~begins[: len(frequent)]).tolist() if begins[index] else ()
    ids = nearest(values, NEIGHBOURS, without=(index, *others))
    return Neighbours(ids, values[list(ids)])


def frequent_tokens(model: Translator) -> int:
    """Return how many ids are frequent tokens; ids go from frequent to rare."""
    return len(model.matrix) // RARE


@by_model(computed(max_entries=8))
def starts_word(model: Translator) -> NDArray[np.bool_]:
    """Return which tokens (V,) begin a word and contain a letter."""
    tokens = model.tokens(range(len(model.matrix)))
    return np.array([len(token) > 1 and token[0] == "▁" for token in tokens])


@by_model(computed(max_entries=8))
def chance_similarity(model: Translator, begins: bool, frequent: bool) -> float:
    """Return the 95th percentile of the cosine of random tokens from one half of the vocabulary.

    The half is by frequency, as rare tokens are closer; with `begins` word-initial tokens only.
    """
    half = len(model.matrix) // 2
    places = slice(0, half) if frequent else slice(half, None)
    rows = model.matrix[places]
    if begins:
        rows = rows[starts_word(model)[places]]
    picked = np.random.default_rng(0).integers(0, len(rows), (2, PAIRS))
    x, y = rows.astype(np.float64)[picked[:, picked[0] != picked[1]]]
    cosines = (x * y).sum(axis=1) / (norms(x) * norms(y)).clip(1e-12)
    return float(np.quantile(cosines, 0.95))


@by_model(computed(max_entries=64))
def looked_up(model: Translator, index: int) -> LookUp:
    """Look up one token by a one-hot product with the whole matrix."""
    return look_up(model.matrix, index)


@by_model(computed(max_entries=512))
def closest(model: Translator, index: int) -> tuple[int, ...]:
    """Return the tokens nearest by Euclidean distance, nearest first."""
    return closest_points(model.matrix, index, NEIGHBOURS)


@by_model(computed(max_entries=512))
def nearest_in_picture(model: Translator, index: int) -> tuple[int, ...]:
    """Return the tokens nearest in the 2-d projection of the vocabulary, nearest first."""
    return closest_points(projection(model)[1], index, NEIGHBOURS)


@by_model(computed(max_entries=64))
def count_shared(model: Translator, ids: tuple[int, ...]) -> tuple[int, ...]:
    """Count for each token how many 2-d neighbours are also neighbours in full dimension."""
    return tuple(
        len({*nearest_in_picture(model, index)} & {*closest(model, index)}) for index in ids
    )


@by_model(computed(max_entries=64))
def fitted(model: Translator, ids: tuple[int, ...]) -> Projection:
    """Fit principal components to these rows only."""
    return principal_components(model.matrix[list(ids)], COMPONENTS)


@by_model(computed(max_entries=8))
def projection(model: Translator) -> tuple[Projection, NDArray[np.float64]]:
    """Fit principal components to the vocabulary; also return all coordinates (V, 2)."""
    components = principal_components(model.matrix, COMPONENTS)
    places = components.place(model.matrix)
    places.setflags(write=False)
    return components, places


@dataclass(frozen=True)
class Chosen:
    """The chosen token: its side ("s" or "t"), position, id and name."""

    side: str
    place: int
    id: int
    token: str


def choose_token(view: View) -> Chosen:
    """Draw both sentences as buttons; return the chosen token.

    By default `initial_token` of the side that the page's language is.
    """
    text, translation = view.text, view.translation
    title = text("embeddings.choose_title")
    rows = (text("embeddings.row_source"), text("embeddings.row_target"))
    ids = {"s": translation.source.ids, "t": translation.predicted}
    tokens = {"s": translation.source.tokens, "t": translation.predicted_tokens}
    options = [f"{side}{i + 1}" for side in SIDES for i in range(len(ids[side]))]
    start = initial_token(translation, "t" if view.card.get("target") == view.lang else "s")
    pick = picker(text, translation)
    value = pick.one(TOKEN, options, start, lambda option: option[1:])
    side, place = value[0], int(value[1:]) - 1

    def choose(at: tuple[int, int]) -> None:
        st.session_state[TOKEN] = f"{SIDES[at[0]]}{at[1] + 1}"

    chips(
        rows=[
            ChipRow(rows[0], _chips(tokens["s"], ids["s"], (-2, *translation.source.words), True)),
            ChipRow(
                rows[1], _chips(tokens["t"], ids["t"], (-2, *translation.predicted_words), False)
            ),
        ],
        title=title,
        key="embeddings_chips",
        chosen=(SIDES.index(side), place),
        on_pick=choose,
        layout="beside",
    )
    return Chosen(side, place, ids[side][place], tokens[side][place])


def _chips(
    tokens: Sequence[str], ids: Sequence[int], words: Sequence[int], is_source: bool
) -> list[Chip]:
    side: Kind = "source" if is_source else "target"
    return [
        Chip(token, kind_of(index, side), (), words[place] != words[place + 1])
        for place, (token, index) in enumerate(zip(tokens, ids, strict=True))
    ]


def initial_token(translation: Translation, side: str) -> str:
    """Return the key ("t3": third target token) of a side's rarest word in training.

    Of the source ("s3") if the output is empty.
    """
    if side == "s" or not translation.predicted:
        return f"s{rarest_word(translation.source.tokens, translation.source.ids) + 1}"
    return f"t{rarest_word(translation.predicted_tokens, translation.predicted) + 1}"


def own_words(translation: Translation, side: str) -> list[int]:
    """Return distinct ids of a side's word-initial tokens, most frequent first."""
    tokens, ids = (
        (translation.source.tokens, translation.source.ids)
        if side == "s"
        else (translation.predicted_tokens, translation.predicted)
    )
    both = zip(tokens, ids, strict=True)
    return sorted({id for token, id in both if id > EOS and token[0] == "▁" and len(token) > 1})


def rarest_word(tokens: Sequence[str], ids: Sequence[int]) -> int:
    """Return the position of the rarest word-initial token with two letters, else of any token.

    Ids go from frequent to rare.
    """
    known = [place for place, index in enumerate(ids) if index > EOS]
    words = [place for place in known if tokens[place].startswith("▁") and len(tokens[place]) > 2]
    return max(words or known, key=lambda place: ids[place], default=0)
