"""What the drawing of a mask with a movable edge gets: scores, probabilities, finished words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import (
    GREYS,
    colours_of,
    weight_scale,
)
from explainer.components.shared import DIGITS, plain

COLOURS: Final = (
    *GREYS,
    "mask",
    "target",
    "target_text",
    "source",
    "source_text",
    "source_band",
    "correct_text",
    "error",
    "error_text",
    "seq0",
    "seq1",
    "on_low",
    "on_high",
)
MANY: Final = 10  # edges next to the causal one that can be chosen, besides the widest

Floats = NDArray[np.floating]


@dataclass(frozen=True)
class TriangleWords:
    """Finished words; those with holes are filled by the browser."""

    name: str  # the whole drawing in a sentence
    left: str
    left_line: str
    right: str
    right_line: str
    play: str
    rows: str
    row: str  # {number} {fed} {wanted}
    edge: str
    edge_closed: str
    edge_open: str  # {edge}
    key: str
    score: str
    mask: str
    bar: str
    not_yet: str
    legend: Mapping[str, str]  # weight, closed, future, answer
    told: Mapping[str, str]  # by what a row sees: {fed} {wanted} {hidden} {ahead} {answer} {p} ...


def edges_of(length: int) -> tuple[int, ...]:
    """How far beyond itself a row may be let see: 0, 1, 2 ... and everything."""
    return tuple(sorted({*range(min(length, MANY + 1)), length - 1}))


def triangle_payload(
    scores: Floats,
    fed: Sequence[str],
    wanted: Sequence[str],
    *,
    row: int,
    edge: int,
    probs: Floats | None,
    steps: Floats | None,
    words: TriangleWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component.

    Args:
        scores: of one head (T, T), future included.
        probs: p(wanted) for every edge of `edges_of` (edges, T); None: not to be shown.
        steps: the same of translation, one token a step (T,).
    """
    count, edges = len(fed), edges_of(len(fed))
    if scores.shape != (count, count) or len(wanted) != count:
        raise ValueError(f"scores {scores.shape} and {len(wanted)} tokens for {count} rows")
    if probs is not None and probs.shape != (len(edges), count):
        raise ValueError(f"probabilities {probs.shape} for {len(edges)} edges, {count} rows")
    return {
        "fed": list(fed),
        "wanted": list(wanted),
        "scores": [_round(line) for line in scores],
        "edges": list(edges),
        "probs": None if probs is None else [_round(line) for line in probs],
        "steps": None if steps is None else _round(steps),
        "row": row,
        "edge": edge,
        "words": plain(words),
        **look(dark),
    }


def look(dark: bool) -> dict[str, Any]:
    """Colours, and how a weight becomes a shade."""
    return {
        "colours": colours_of(dark, COLOURS),
        "scale": weight_scale(dark),
    }


def _round(values: Floats) -> list[float]:
    return [round(float(value), DIGITS) for value in values]
