"""What the drawing gets: every token of the batch with its loss and what the model gave instead,
before the first step of training on the batch and after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DIGITS

Floats = NDArray[np.float64]
EPSILONS: Final = ("0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3")
COLOURS: Final = (*GREYS, "target", "target_text", "target_band", "mask", "correct", "error")


@dataclass(frozen=True)
class Token:
    """A target token in S states: its `losses` (S,) and the mean over the vocabulary `flat` (S,),
    in nats; itself and the model's favourites by name, and what each is `given` (S, K)."""

    losses: Floats
    flat: Floats
    names: tuple[str, ...]
    given: Floats


@dataclass(frozen=True)
class Sentence:
    """A pair of the batch: the source as it is read, the tokens of the target."""

    source: str
    tokens: Sequence[Token]


# Of a token whose loss is asked for.
UNTOLD: Final = {"losses": [0.5], "flat": [0], "given": [[0.5, 0.5]]}


def told_sentences(sentences: Sequence[Sentence]) -> list[dict[str, Any]]:
    """What `pull_payload` takes: the same for every place and step, so it may be kept."""
    return [
        {"source": one.source, "tokens": [_token(token) for token in one.tokens]}
        for one in sentences
    ]


def pull_payload(
    sentences: Sequence[Mapping[str, Any]],
    *,
    moved: Sequence[float],
    at: tuple[int, int, int, int],
    n_vocab: int,
    words: Mapping[str, str],
    dark: bool,
) -> dict[str, Any]:
    """Data of the component; `at` is sentence, position, stop of epsilon and steps trained, all
    from 0; `moved` is how far each step takes a weight."""
    return {
        "sentences": list(sentences),
        "longest": max(len(one["tokens"]) for one in sentences),
        "at": list(at),
        "moved": list(moved),
        "stops": [float(epsilon) for epsilon in EPSILONS],
        "n_vocab": n_vocab,
        "words": dict(words),
        "colours": colours_of(dark, COLOURS),
    }


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """The batch with towers of one height, and the wanted token without its pull."""
    sentences = [
        {**one, "tokens": [{**UNTOLD, "names": token["names"][:1]} for token in one["tokens"]]}
        for one in data["sentences"]
    ]
    words = {**data["words"], "told": ""}
    stops, at = [0] * len(data["stops"]), [*data["at"][:-1], 0]
    return {**data, "sentences": sentences, "stops": stops, "words": words, "moved": [], "at": at}


def _token(token: Token) -> dict[str, Any]:
    rest = np.maximum(0, 1 - token.given.sum(axis=1, keepdims=True))
    return {
        "losses": token.losses.round(DIGITS).tolist(),
        "flat": token.flat.round(DIGITS).tolist(),
        "names": list(token.names),
        "given": np.hstack([token.given, rest]).round(DIGITS).tolist(),
    }
