"""What the drawing gets: real scores, divisors, the spread of the scores, finished words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.scaling import WIDTHS, histogram, normal_density
from explainer.charts.palette import (
    GREYS,
    colours_of,
    weight_scale,
)
from explainer.components.shared import DIGITS, plain

Floats = NDArray[np.float64]
COLOURS: Final = (*GREYS, "mask", "weight", "residual", "k", "seq0", "seq1", "on_low", "on_high")
BINS: Final = 32


@dataclass(frozen=True)
class Cut:
    """A divisor: neutral id, name, what it is at every width."""

    id: str
    name: str
    by: Sequence[float]
    largest: Sequence[float] = ()  # means over many rows, where there are such
    gradient: Sequence[float] = ()


@dataclass(frozen=True)
class Spread:
    """Of the scores at every width: the measured deviation, the one theory says, and a histogram
    over -edge..edge in units of the theory's peak. `reach` is where the axis ends on both sides."""

    reach: float
    sd: list[float]
    theory: list[float]
    edges: list[float]
    heights: list[list[float]]


@dataclass(frozen=True)
class RecutWords:
    """Finished words; those with holes are filled by the browser. An empty one is not shown."""

    name: str  # the whole drawing in a sentence
    bars: str
    largest: str
    gradient: str
    width: str = ""
    play: str = ""
    told: str = ""  # {d} {sd} {raw} {root} {raw_slope} {root_slope}
    spread: str = ""
    ridges: str = ""
    before: str = ""
    after: str = ""
    sd_before: str = ""  # {sd} {d} {theory}
    sd_after: str = ""  # {sd}
    legend: Mapping[str, str] = field(default_factory=dict)  # before, after, theory, score


def spread_of(dots: Iterable[Floats], widths: Sequence[int], reach: float, sides: float) -> Spread:
    """Scores at every width; the histogram reaches `sides` deviations of the theory far."""
    dots = list(dots)
    edges = [sides * math.sqrt(width) for width in widths]
    heights = []
    for values, width, edge in zip(dots, widths, edges, strict=True):
        _, density = histogram(values, edge, BINS)
        peak = float(normal_density(np.zeros(1), math.sqrt(width))[0])
        heights.append(_round(density / peak))
    return Spread(
        reach,
        _round([values.std() for values in dots]),
        _round([math.sqrt(width) for width in widths]),
        _round(edges),
        heights,
    )


def recut_payload(
    scores: Floats,
    keys: Sequence[str],
    divisors: Sequence[Cut],
    widths: Sequence[int],
    *,
    at: int,
    spread: Spread | None,
    words: RecutWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component.

    Args:
        scores: q.k of one row at every width (widths, keys); -inf where the row may not look.
        at: the width the drawing opens at.

    Raises ValueError where these do not fit each other.
    """
    if scores.shape != (len(widths), len(keys)):
        raise ValueError(f"scores {scores.shape} for {len(widths)} widths, {len(keys)} keys")
    if any(len(divisor.by) != len(widths) for divisor in divisors):
        raise ValueError(f"a divisor is not told for {len(widths)} widths")
    return {
        "stops": list(widths),
        "marks": [width for width in WIDTHS if width in widths],
        "at": list(widths).index(at),
        "root": _round([math.sqrt(width) for width in widths]),
        "scores": [[_finite(score) for score in row] for row in scores],
        "keys": list(keys),
        "divisors": [_cut(one) for one in divisors],
        "spread": None if spread is None else plain(spread),
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
        "scale": weight_scale(dark),
    }


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """Bars cut evenly, one for each divisor; in which a weight is larger can be asked."""
    even = [[0] * len(row) for row in data["scores"]]
    divisors = [{**one, "largest": [], "gradient": []} for one in data["divisors"]]
    words = {**data["words"], "told": "", "bars": data["words"]["name"]}
    veiled = {**data, "scores": even, "divisors": divisors, "spread": None, "words": words}
    return {**veiled, "offers": [one["id"] for one in divisors]}


def _cut(one: Cut) -> dict[str, Any]:
    parts = {part: _round(getattr(one, part)) for part in ("by", "largest", "gradient")}
    return {"id": one.id, "name": one.name, **parts}


def _finite(score: float) -> float | None:
    return round(float(score), DIGITS) if math.isfinite(score) else None


def _round(values: Sequence[float] | Floats) -> list[float]:
    return [round(float(value), DIGITS) for value in values]
