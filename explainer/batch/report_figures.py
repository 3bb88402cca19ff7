"""Compute the coordinates of the report's figures; a template draws them as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from explainer.text.numbers import true_minus

WIDTH, HEIGHT = 340, 230
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 12, 40
BINS: Final = 20
MAP_WIDTH, MAP_HEIGHT = 560, 480
LARGEST_CELL, SMALLEST_CELL = 30, 9
SEEN: Final = 0.005  # smaller weights are not drawn
PRINTED_CELL: Final = 24  # minimum cell size in pixels to print its number
LABEL: Final = 110


@dataclass(frozen=True)
class Tick:
    """Tick of an axis: pixels from the left or top, and its label."""

    position: float
    text: str


@dataclass(frozen=True)
class Point:
    """A point or label position; `title` is shown on hover."""

    x: float
    y: float
    title: str


@dataclass(frozen=True)
class Bar:
    """Bar of a histogram in pixels; `title` is shown on hover."""

    x: float
    y: float
    width: float
    height: float
    title: str


@dataclass(frozen=True)
class Plot:
    """A plot of WIDTH x HEIGHT pixels with ticks and marks; `mean` is the x of a vertical line."""

    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    points: tuple[Point, ...] = ()
    bars: tuple[Bar, ...] = ()
    line: tuple[float, float, float, float] | None = None
    mean: float | None = None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    floor: int = HEIGHT - BOTTOM
    right: int = WIDTH - RIGHT


@dataclass(frozen=True)
class Cell:
    """A weight's square: position, shade (0..1), printed number; `strong` for a dark ground."""

    x: float
    y: float
    shade: float
    text: str
    strong: bool


@dataclass(frozen=True)
class Map:
    """A heat map of weights in squares of `cell` pixels with row and column labels.

    The grid has `wide` x `high` pixels with its corner at (left, left).
    """

    width: int
    height: int
    cell: float
    left: int
    wide: float
    high: float
    cells: tuple[Cell, ...]
    columns: tuple[Point, ...]
    rows: tuple[Point, ...]
    prints: bool


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Return about `count` round numbers within low..high."""
    if not high > low:
        return [low]
    rough = (high - low) / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(i * step, 10) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def lengths(source: Sequence[int], target: Sequence[int], titles: Sequence[str]) -> Plot:
    """Make a scatter plot of source against target lengths in tokens.

    Raises ValueError if counts differ.
    """
    if not len(source) == len(target) == len(titles):
        raise ValueError(f"{len(source)} sources, {len(target)} targets, {len(titles)} titles")
    most = float(max([1, *source, *target]))
    points = [
        Point(across(x, 0, most), upwards(y, 0, most), title)
        for x, y, title in zip(source, target, titles, strict=True)
    ]
    start, end = ((across(n, 0, most), upwards(n, 0, most)) for n in (0.0, most))
    numbers = ticks(0, most)
    return Plot(
        tuple(Tick(across(n, 0, most), format_number(n)) for n in numbers),
        tuple(Tick(upwards(n, 0, most), format_number(n)) for n in numbers),
        points=tuple(points),
        line=(*start, *end),
    )


def histogram(values: Sequence[float]) -> Plot:
    """Make a histogram of BINS equal bins with the mean. Raises ValueError without values."""
    if not values:
        raise ValueError("no values to count")
    low, high = min(values), max(values)
    if low == high:
        low, high = low - 0.5, high + 0.5
    counts = [0] * BINS
    for value in values:
        counts[min(int((value - low) / (high - low) * BINS), BINS - 1)] += 1
    most, step = max(counts), (high - low) / BINS
    bars = []
    for i, count in enumerate(counts):
        left, right = (across(low + step * j, low, high) for j in (i, i + 1))
        top, floor = upwards(count, 0, most), upwards(0, 0, most)
        title = f"{format_number(low + step * i)} … {format_number(low + step * (i + 1))}: {count}"
        bars.append(Bar(left + 0.5, top, right - left - 1, floor - top, title))
    return Plot(
        tuple(Tick(across(n, low, high), format_number(n)) for n in ticks(low, high)),
        tuple(
            Tick(upwards(n, 0, most), format_number(n)) for n in ticks(0, most, 4) if n == int(n)
        ),
        bars=tuple(bars),
        mean=across(sum(values) / len(values), low, high),
    )


def attention(rows: Sequence[str], keys: Sequence[str], weights: Sequence[Sequence[float]]) -> Map:
    """Make a heat map of weights (rows, keys). Raises ValueError if labels do not fit."""
    if len(weights) != len(rows) or any(len(row) != len(keys) for row in weights):
        raise ValueError(f"weights do not fit {len(rows)} rows and {len(keys)} keys")
    fits = min(MAP_WIDTH / max(1, len(keys)), MAP_HEIGHT / max(1, len(rows)))
    cell = max(SMALLEST_CELL, min(LARGEST_CELL, fits))
    cells = [
        Cell(
            round(LABEL + k * cell, 1),
            round(LABEL + q * cell, 1),
            round(w**0.7, 3),
            f"{w:.2f}",
            w >= 0.35,
        )
        for q, row in enumerate(weights)
        for k, w in enumerate(float(weight) for weight in row)
        if w >= SEEN
    ]
    return Map(
        width=round(LABEL * 1.5 + len(keys) * cell),
        height=round(LABEL + len(rows) * cell + 4),
        cell=round(cell, 1),
        left=LABEL,
        wide=round(len(keys) * cell, 1),
        high=round(len(rows) * cell, 1),
        cells=tuple(cells),
        prints=cell >= PRINTED_CELL,
        columns=tuple(
            Point(round(LABEL + (k + 0.5) * cell, 1), LABEL - 6, key) for k, key in enumerate(keys)
        ),
        rows=tuple(
            Point(LABEL - 6, round(LABEL + (q + 0.5) * cell, 1), row) for q, row in enumerate(rows)
        ),
    )


def format_number(value: float) -> str:
    """Format with three significant digits and a true minus sign."""
    return true_minus(f"{value:.3g}")


def across(value: float, low: float, high: float) -> float:
    """Map a value to pixels from the left of the plot."""
    return round(LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT), 1)


def upwards(value: float, low: float, high: float) -> float:
    """Map a value to pixels from the top of the plot."""
    return round(HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM), 1)
