"""Curves, or points alone: numbers over numbers or over words, on plain or log axes.

`Curve`s are lines (with points where they are `pointed`), `Dots` are points with their names. An
axis holds all that is drawn unless a span is given; then lines are cut at the frame. The ends of
the axes follow the data, the specification does not.
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
from explainer.charts.figure import Figure, columns_table, make_figure, words_table
from explainer.charts.labels import MANY, check_lengths
from explainer.charts.marks import Rule, rule_table
from explainer.charts.names import NARROW, Scale, sides_of_names, width_of

__all__ = ["Axis", "Bins", "Curve", "Dots", "Rule", "Shape", "curves"]

HEIGHT: Final = 220
HALF: Final = 0.0005  # of an axis, half a pixel: room for half of the outermost words


@dataclass(frozen=True)
class Curve:
    """Heights `y` (N,), NaN: a gap, at `x` (N,), without one at 0..N-1.

    `tone` is of the palette; a line that is not `strong` is thin and pale, `dash` its strokes.
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
    """Points (N,) of one kind; `names` are told by the pointer, `labels` stand beside the points.

    `strong` ones keep their label on a phone, others where there is room. A kind that is not
    `filled` is only outlined. `tones` fill and `sizes` measure each point by itself.
    """

    name: str
    x: Sequence[float] | Floats | None  # None: 0..N-1
    y: Sequence[float] | Floats
    tone: str
    names: Sequence[str] = ()
    labels: Sequence[str] = ()
    shape: Shape = "circle"
    filled: bool = True
    size: int = 60
    faint: bool = False
    strong: Sequence[bool] = ()
    tones: Sequence[str] = ()
    sizes: Sequence[float] = ()


@dataclass(frozen=True)
class Bins:
    """Boxes from 0 to `y` (N,) between `low` and `high` (N,): a histogram, or bars at places."""

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
    """Lines over the same two axes, and `dots` among them: points of one or more kinds, which
    shape, filling and colour tell apart, with names that stand where they meet no other.

    `levels` lie across at a height, `rules` stand at a place. `form` prints the heights in the
    tooltip. `ring` is (kind of dots, number) of a point with a ring. Raises ValueError for lengths
    that differ and where nothing is drawn.
    """
    bins = [line for line in lines if isinstance(line, Bins)]
    strokes = [line for line in lines if isinstance(line, Curve)]
    _check(strokes, dots, x, bins)
    series: list[Curve | Dots] = [*strokes, *dots]
    across = [_places(one) for one in series] + [end for box in bins for end in (box.low, box.high)]
    up = [one.y for one in series] + [end for box in bins for end in (box.y, 0.0 * box.y)]
    spans = {"across": _span(x, across, rules), "up": _span(y, up, levels)}
    looks = (
        *(SeriesLook(line.name, line.tone, dash=line.dash) for line in strokes),
        *(SeriesLook(d.name, d.tone, d.faint, (), d.shape, d.filled) for d in dots),
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
    )
    data = {"bins": _bin_table(bins, len(series), dark)} if bins else {}
    if strokes:
        data["lines"] = _line_table(strokes)
    if dots or any(line.pointed for line in strokes):
        data["points"] = _point_table(strokes, dots, ring, dark)
        if any(dot.labels for dot in dots):
            scales = (spans["across"], x.log), (spans["up"], y.log)
            data["points"] = _with_sides(data["points"], *scales)
    columns = ends(len(looks), **spans)
    data[LINES] = words_table("line", [one.name for one in looks], **columns)
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
    for one in series:
        check_lengths(one.name, len(one.y), one.x)
        if one.x is None and x.words is not None and len(one.y) > len(x.words):
            raise ValueError(f"{one.name}: {len(one.y)} heights over {len(x.words)} places")
    for box in bins:
        check_lengths(box.name, len(box.y), box.low, box.high)
    for dot in dots:
        extras = (dot.names, dot.labels, dot.strong, dot.tones, dot.sizes)
        check_lengths(dot.name, len(dot.y), *(extra or None for extra in extras))


def _places(one: Curve | Dots) -> Floats:
    return np.asarray(range(len(one.y)) if one.x is None else one.x, dtype=np.float64)


def _rows(parts: Iterable[dict[str, Any]]) -> pa.Table:
    """Those of all series below each other."""
    return pa.concat_tables([pa.table(columns) for columns in parts]).combine_chunks()


def _line_table(lines: Sequence[Curve]) -> pa.Table:
    return _rows(
        {
            "s": np.full(len(line.y), s, dtype=np.int16),
            "x": _places(line),
            "y": pa.array(np.asarray(line.y, dtype=np.float64), from_pandas=True),
            "strong": np.full(len(line.y), line.strong),
        }
        for s, line in enumerate(lines)
    )


def _point_table(
    lines: Sequence[Curve], dots: Sequence[Dots], ring: tuple[int, int] | None, dark: bool
) -> pa.Table:
    """Every point of lines and of dots; kinds of dots are numbered after the lines."""
    toned, labelled = any(dot.tones for dot in dots), any(dot.labels for dot in dots)
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
        if labelled:
            columns["label"] = pa.array(dot.labels or [""] * count, pa.string())
            columns["important"] = np.asarray(dot.strong or [False] * count, dtype=bool)
        if ring is not None:
            columns["ring"] = (s == len(lines) + ring[0]) & (columns["i"] == ring[1])
        parts.append(columns)
    return _rows(parts)


def _with_sides(points: pa.Table, across: Scale, up: Scale) -> pa.Table:
    """With the side of its point on which every word stands, also in a narrow plot."""
    places = list(zip(points["x"].to_pylist(), points["y"].to_pylist(), strict=True))
    words, strong = points["label"].to_pylist(), points["important"].to_pylist()
    wide = sides_of_names(words, places, across, up)
    narrow = sides_of_names(words, places, across, up, NARROW, strong)
    points = points.append_column("side", pa.array(wide, pa.string()))
    return points.append_column("narrow", pa.array(narrow, pa.string()))


def _bin_table(bins: Sequence[Bins], first: int, dark: bool) -> pa.Table:
    """As many boxes as there are, the series numbered from `first`."""
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
        edge = max(0.03, HALF * max((width_of(word) for word in axis.words), default=0)) * last
        return -edge, last + edge
    return span_of(np.concatenate([*values, [rule.at for rule in rules]]), axis.log)
