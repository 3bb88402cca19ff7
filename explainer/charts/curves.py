"""Line charts, scatter plots and histograms over numbers or words, on linear or log axes.

`Curve`s are lines (with points if `pointed`), `Dots` are points with names. Axes cover everything
drawn unless a span is given, at which lines are clipped. The ends of the axes are data and not part
of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

from explainer.charts.axes import Floats, SeriesLook, Shape, Span, ends, span_of, tone
from explainer.charts.curve_layers import (
    LINES,
    Axis,
    Options,
    build,
    side_of,
)
from explainer.charts.figure import LETTER, Figure, columns_table, make_figure, words_table
from explainer.charts.labels import MANY, check_lengths, width_of
from explainer.charts.marks import Rule, rule_table

__all__ = ["Axis", "Bins", "Curve", "Dots", "Rule", "Shape", "curves"]

HEIGHT: Final = 220
HALF: Final = 0.0005  # share of an axis for half a pixel: room for half of the outermost words


@dataclass(frozen=True)
class Curve:
    """A line through `y` (N,), NaN for a gap, at `x` (N,) or 0..N-1, in this order.

    `tone` is a palette colour; a line that is not `strong` is thin and pale.
    """

    name: str
    y: Sequence[float] | Floats
    tone: str
    x: Sequence[float] | Floats | None = None
    strong: bool = True
    dash: tuple[int, ...] = ()
    pointed: bool = True


@dataclass(frozen=True)
class Dots:
    """A series of points (N,) with `names` in tooltips.

    Points that are not `filled` are outlined. `tones` and `sizes` set the fill and size of each.
    """

    name: str
    x: Sequence[float] | Floats | None  # None: 0..N-1
    y: Sequence[float] | Floats
    tone: str
    names: Sequence[str] = ()
    shape: Shape = "circle"
    filled: bool = True
    size: int = 60
    tones: Sequence[str] = ()
    sizes: Sequence[float] = ()


@dataclass(frozen=True)
class Bins:
    """Histogram bins: boxes from 0 to `y` (N,) between `low` and `high` (N,)."""

    name: str
    low: Floats
    high: Floats
    y: Floats
    tone: str


def curves(
    *,
    lines: Sequence[Curve | Bins] = (),
    dots: Sequence[Dots] = (),
    x: Axis,
    y: Axis,
    dark: bool,
    name_title: str = " ",
    form: str = ".3~g",
    legend: bool = True,
    levels: Sequence[Rule] = (),
    rules: Sequence[Rule] = (),
    ring: tuple[int, int] | None = None,
    height: int = HEIGHT,
) -> Figure:
    """Make a chart of lines, bins and series of points.

    `levels` are horizontal, `rules` vertical reference lines. `form` formats y in tooltips. `ring`
    is the (series of dots, index) of a circled point. Raises ValueError if lengths differ or there
    is nothing to draw.
    """
    bins = [line for line in lines if isinstance(line, Bins)]
    strokes = [line for line in lines if isinstance(line, Curve)]
    _check(strokes, dots, x, bins)
    series: list[Curve | Dots] = [*strokes, *dots]
    across = [_places(s) for s in series] + [end for box in bins for end in (box.low, box.high)]
    up = [s.y for s in series] + [end for box in bins for end in (box.y, 0.0 * box.y)]
    spans = {"across": _span(x, across, rules), "up": _span(y, up, levels)}
    looks = (
        *(SeriesLook(line.name, line.tone, dash=line.dash) for line in strokes),
        *(SeriesLook(d.name, d.tone, shape=d.shape, filled=d.filled) for d in dots),
        *(SeriesLook(box.name, box.tone) for box in bins),
    )
    options = Options(
        looks=looks,
        x=side_of(x),
        y=side_of(y, upright=True),
        name_title=name_title,
        form=form,
        dark=dark,
        legend=legend and len(looks) > 1,
        canvas=sum(len(dot.y) for dot in dots) >= MANY and not strokes,
        above=any(rule.name for rule in rules),
    )
    data = {"bins": _bin_table(bins, len(series), dark)} if bins else {}
    if strokes:
        data["lines"] = _line_table(strokes)
    if dots or any(line.pointed for line in strokes):
        data["points"] = _point_table(strokes, dots, ring, dark)
    columns = ends(len(looks), **spans)
    data[LINES] = words_table("line", [look.name for look in looks], **columns)
    for side, axis in ((options.x, x), (options.y, y)):
        if side.words:
            data[side.words.table] = columns_table(side.words.column, axis.words or ())
    for table, reference_lines in (("levels", levels), ("rules", rules)):
        if reference_lines:
            data[table] = rule_table(reference_lines, dark)
    return make_figure(build, options, data, height)


def _check(lines: Sequence[Curve], dots: Sequence[Dots], x: Axis, bins: Sequence[Bins]) -> None:
    if not lines and not dots and not bins:
        raise ValueError("nothing to draw")
    series: list[Curve | Dots] = [*lines, *dots]
    for s in series:
        check_lengths(s.name, len(s.y), s.x)
        if s.x is None and x.words is not None and len(s.y) > len(x.words):
            raise ValueError(f"{s.name}: {len(s.y)} heights over {len(x.words)} places")
    for box in bins:
        check_lengths(box.name, len(box.y), box.low, box.high)
    for dot in dots:
        extras = (dot.names, dot.tones, dot.sizes)
        check_lengths(dot.name, len(dot.y), *(extra or None for extra in extras))


def _places(series: Curve | Dots) -> Floats:
    return np.asarray(range(len(series.y)) if series.x is None else series.x, dtype=np.float64)


def _rows(parts: Iterable[dict[str, Any]]) -> pa.Table:
    """Concatenate the rows of all series."""
    return pa.concat_tables([pa.table(columns) for columns in parts]).combine_chunks()


def _line_table(lines: Sequence[Curve]) -> pa.Table:
    return _rows(
        {
            "s": np.full(len(line.y), s, dtype=np.int16),
            "x": pa.array(_places(line), from_pandas=True),
            "y": pa.array(np.asarray(line.y, dtype=np.float64), from_pandas=True),
            "strong": np.full(len(line.y), line.strong),
        }
        for s, line in enumerate(lines)
    )


def _point_table(
    lines: Sequence[Curve], dots: Sequence[Dots], ring: tuple[int, int] | None, dark: bool
) -> pa.Table:
    """Make the table of all points of lines and dots; dots are numbered after the lines."""
    toned = any(dot.tones for dot in dots)
    groups = [
        (s, Dots(line.name, line.x, line.y, "", [line.name] * len(line.y), size=46), line.strong)
        for s, line in enumerate(lines)
        if line.pointed
    ]
    groups += [(len(lines) + s, dot, True) for s, dot in enumerate(dots)]
    parts = []
    for s, dot, strong in groups:
        count = len(dot.y)
        columns: dict[str, Any] = {
            "s": np.full(count, s, dtype=np.int16),
            "i": np.arange(count, dtype=np.int32),
            "x": _places(dot),
            "y": np.asarray(dot.y, dtype=np.float64),
            "strong": np.full(count, strong),
            "name": pa.array(dot.names or [""] * count, pa.string()),
            "size": np.asarray(dot.sizes or [dot.size] * count, dtype=np.float64),
        }
        if toned:
            tones = [name and tone(name, dark) for name in dot.tones or [dot.tone] * count]
            columns["tone"] = pa.array(tones, pa.string())
        if ring is not None:
            columns["ring"] = (s == len(lines) + ring[0]) & (columns["i"] == ring[1])
        parts.append(columns)
    return _rows(parts)


def _bin_table(bins: Sequence[Bins], first: int, dark: bool) -> pa.Table:
    """Make the table of bins; their series are numbered from `first`."""
    return _rows(
        {
            "low": np.asarray(box.low, dtype=np.float64),
            "high": np.asarray(box.high, dtype=np.float64),
            "y": np.asarray(box.y, dtype=np.float64),
            "s": np.full(len(box.y), first + s, dtype=np.int16),
            "tone": [tone(box.tone, dark)] * len(box.y),
        }
        for s, box in enumerate(bins)
    )


def _span(axis: Axis, values: Sequence[Any], rules: Sequence[Rule]) -> Span:
    if axis.span is not None:
        return axis.span
    if axis.words is not None:
        last = max(1, len(axis.words) - 1)
        widest = max((width_of(word, LETTER) for word in axis.words), default=0.0)
        edge = max(0.03, HALF * widest) * last
        return -edge, last + edge
    return span_of(np.concatenate([*values, [rule.value for rule in rules]]), axis.log)
