"""What the drawing gets: every token of the batch with its loss and what the model gave instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DIGITS

EPSILONS: Final = ("0", "0.05", "0.1", "0.15", "0.2", "0.25", "0.3")
COLOURS: Final = (*GREYS, "target", "target_text", "target_band", "mask", "correct", "error")


@dataclass(frozen=True)
class Token:
    """A target token: its loss and the mean loss of all tokens (nats), itself and the model's
    favourites by name, what the model gave each of them and, last, all others together."""

    loss: float
    flat: float
    names: tuple[str, ...]
    given: tuple[float, ...]


@dataclass(frozen=True)
class Sentence:
    """A pair of the batch: the source as it is read, the tokens of the target."""

    source: str
    tokens: Sequence[Token]


UNTOLD: Final = {"loss": 0.5, "flat": 0, "given": [0.5, 0.5]}  # of a token whose loss is asked for


def pull_payload(
    sentences: Sequence[Sentence],
    *,
    at: tuple[int, int, int],
    n_vocab: int,
    words: Mapping[str, str],
    dark: bool,
) -> dict[str, Any]:
    """Data of the component; `at` is sentence, position and stop of epsilon, all from 0."""
    return {
        "sentences": [
            {"source": one.source, "tokens": [_token(token) for token in one.tokens]}
            for one in sentences
        ],
        "longest": max(len(one.tokens) for one in sentences),
        "at": list(at),
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
    stops = [0] * len(data["stops"])
    return {**data, "sentences": sentences, "stops": stops, "words": words}


def _token(token: Token) -> dict[str, Any]:
    return {
        "loss": round(token.loss, DIGITS),
        "flat": round(token.flat, DIGITS),
        "names": list(token.names),
        "given": [round(p, DIGITS) for p in token.given],
    }
