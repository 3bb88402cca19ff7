"""One set of curves and one scatter: numbers over numbers or over words, on plain or log axes.

Both are the same drawing: `Curve`s are lines (with points where they are `pointed`), `Dots` are
points with their names. An axis holds all that is drawn unless a span is given; then lines are cut
at the frame. The ends of the axes follow the data, the specification does not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

from explainer.charts.axes import Floats, Span, ends, span_of, tone
from explainer.charts.curve_layers import (
    LINES,
    PLACES,
    STEPS,
    Axis,
    Options,
    SeriesLook,
    Shape,
    built,
    side_of,
)
from explainer.charts.figure import Figure, columns_table, sized, words_table
from explainer.charts.labels import MANY
from explainer.charts.names import sides_of_names, width_of

__all__ = ["Axis", "Bins", "Curve", "Dots", "Rule", "Shape", "curves", "scatter"]

HEIGHT: Final = 270
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

    `strong` ones keep their label on a phone. A kind that is not `filled` is only outlined.
    `tones` fill and `sizes` measure each point by itself.
    """

    name: str
    x: Sequence[float] | Floats
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
    tones: Sequence[str] = ()


@dataclass(frozen=True)
class Rule:
    """A straight line across at a number, with its name; `tone` of the palette."""

    at: float
    name: str = ""
    tone: str = "third"
    dashed: bool = True


def curves(
    *,
    lines: Sequence[Curve | Bins],
    x: Axis,
    y: Axis,
    name_title: str,
    dark: bool,
    form: str = ".3~g",
    legend: bool = True,
    levels: Sequence[Rule] = (),
    rules: Sequence[Rule] = (),
    dots: Sequence[Dots] = (),
    ring: tuple[int, int] | None = None,
    height: int = HEIGHT,
) -> Figure:
    """Lines over the same two axes, and `dots` among them.

    `levels` lie across at a height, `rules` stand at a place. `form` prints the heights in the
    tooltip. `ring` is (kind of dots, number) of a point with a ring. Raises ValueError for lengths
    that differ and where nothing is drawn.
    """
    bins = [line for line in lines if isinstance(line, Bins)]
    strokes = [line for line in lines if isinstance(line, Curve)]
    _check(strokes, dots, x, y, bins)
    points = _points(strokes, dots, dark)
    boxes = _bin_table(bins, len(strokes) + len(dots), dark)
    marks = {"levels": levels, "rules": rules}
    looks = _looks(strokes, dots, bins)
    spans = {
        "across": _span(x, [points["x"], boxes["low"], boxes["high"]], rules),
        "up": _span(y, [points["y"], boxes["y"], 0.0 * boxes["y"]], levels),
    }
    labelled = any(dot.labels for dot in dots)
    options = Options(
        looks=looks,
        x=side_of(x),
        y=side_of(y),
        name_title=name_title,
        form=form,
        x_form=x.form or ",.4~g",
        dark=dark,
        legend=legend and len(looks) > 1,
        bins=bool(bins),
        toned=any(dot.tones for dot in dots),
        dotted=bool(dots),
        lines=bool(strokes),
        points=bool(dots) or any(line.pointed for line in strokes),
        labels=labelled,
        ringed=ring is not None,
        rules=frozenset(name for name, found in marks.items() if found),
        canvas=len(points["x"]) >= MANY and not strokes,
    )
    data = {"bins": pa.table(boxes)} if bins else {}
    if strokes:
        data["lines"] = _line_table(strokes)
    if options.points:
        mine = points["pointed"]
        columns = {name: column[mine] for name, column in points.items() if name != "pointed"}
        if labelled:
            columns |= _labels(dots, columns, x, y, spans)
        ringed = _ringed(columns, ring, len(strokes))
        data["points"] = pa.table({**columns, "ring": ringed})
    data |= _word_tables(looks, x, y, spans)
    for name in sorted(options.rules):
        data[name] = _rule_table(marks[name], dark)
    return Figure(sized(built, options, height), data)


def _ringed(columns: Mapping[str, Any], ring: tuple[int, int] | None, strokes: int) -> Any:
    """(N,) whether a point has the ring; kinds of dots are numbered after the lines."""
    if ring is None:
        return np.zeros(columns["s"].shape, dtype=bool)
    return (columns["s"] == strokes + ring[0]) & (columns["i"] == ring[1])


def _looks(
    lines: Sequence[Curve], dots: Sequence[Dots], bins: Sequence[Bins]
) -> tuple[SeriesLook, ...]:
    return (
        *(SeriesLook(line.name, line.tone, line.dash) for line in lines),
        *(SeriesLook(d.name, d.tone, (), d.shape, d.filled, d.faint) for d in dots),
        *(SeriesLook(box.name, box.tone) for box in bins),
    )


def _word_tables(
    looks: Sequence[SeriesLook], x: Axis, y: Axis, spans: dict[str, Span]
) -> dict[str, pa.Table]:
    """Names of the series with the ends of the axes, and the words along the axes."""
    columns = ends(len(looks), **spans)
    data = {LINES: words_table("line", [one.name for one in looks], **columns)}
    for table, column, words in ((PLACES, "place", x.words), (STEPS, "step", y.words)):
        if words is not None:
            data[table] = columns_table(column, words)
    return data


def scatter(
    *,
    dots: Sequence[Dots],
    x: Axis,
    y: Axis,
    name_title: str,
    dark: bool,
    lines: Sequence[Curve] = (),
    **options: Any,
) -> Figure:
    """Points of one or more kinds, which shape, filling and colour tell apart, and their names.

    A name stands where it meets no other point and name. `lines` may join or divide the points;
    further options are those of `curves`. Raises ValueError as `curves` does.
    """
    return curves(lines=lines, dots=dots, x=x, y=y, name_title=name_title, dark=dark, **options)


def _check(
    lines: Sequence[Curve], dots: Sequence[Dots], x: Axis, y: Axis, bins: Sequence[Bins]
) -> None:
    if not lines and not dots and not bins:
        raise ValueError("nothing to draw")
    for line in lines:
        if line.x is None and x.words is not None and len(line.y) > len(x.words):
            raise ValueError(f"{line.name}: {len(line.y)} heights over {len(x.words)} places")
        _same(line.name, line.y, line.x)
    for box in bins:
        _same(box.name, box.y, box.low, box.high, box.tones or None)
    for dot in dots:
        extras = (dot.names, dot.labels, dot.strong, dot.tones, dot.sizes)
        _same(dot.name, dot.x, dot.y, *(extra or None for extra in extras))


def _same(name: str, first: Any, *others: Any) -> None:
    for found in others:
        if found is not None and len(found) != len(first):
            raise ValueError(f"{name}: {len(found)} values for {len(first)}")


def _places(line: Curve) -> Floats:
    if line.x is None:
        return np.arange(len(line.y), dtype=np.float64)
    return np.asarray(line.x, dtype=np.float64)


def _points(lines: Sequence[Curve], dots: Sequence[Dots], dark: bool) -> dict[str, Any]:
    """Every point of lines and dots as columns; `pointed` says whether it is drawn as a point."""
    groups: list[tuple[int, Any, Any, bool, bool, list[str]]] = [
        (s, _places(line), line.y, line.strong, line.pointed, [line.name] * len(line.y))
        for s, line in enumerate(lines)
    ]
    groups += [
        (len(lines) + s, dot.x, dot.y, True, True, list(dot.names) or [""] * len(dot.x))
        for s, dot in enumerate(dots)
    ]
    sizes = [len(group[2]) for group in groups]
    drawn = sum(sizes[: len(lines)])
    measured = [np.asarray(dot.sizes or [dot.size] * len(dot.x), dtype=np.float64) for dot in dots]
    tones = [""] * drawn
    for dot in dots:
        tones += [tone(name, dark) for name in dot.tones or [dot.tone] * len(dot.x)]
    numbers = {name: _joined([group[at] for group in groups]) for name, at in (("x", 1), ("y", 2))}
    return {
        "s": np.repeat(np.array([group[0] for group in groups], np.int16), sizes),
        "i": _joined([np.arange(size) for size in sizes]).astype(np.int32),
        **numbers,
        "strong": np.repeat(np.array([group[3] for group in groups], bool), sizes),
        "pointed": np.repeat(np.array([group[4] for group in groups], bool), sizes),
        "name": np.array([name for group in groups for name in group[5]], dtype=object),
        "size": np.concatenate([np.full(drawn, 46.0), *measured]),
        **({"tone": np.array(tones, dtype=object)} if any(dot.tones for dot in dots) else {}),
    }


def _line_table(lines: Sequence[Curve]) -> pa.Table:
    sizes = [len(line.y) for line in lines]
    y = np.concatenate([np.asarray(line.y, dtype=np.float64) for line in lines])
    return pa.table(
        {
            "s": np.repeat(np.arange(len(lines), dtype=np.int16), sizes),
            "x": np.concatenate([_places(line) for line in lines]),
            "y": pa.array(y, from_pandas=True),
            "strong": np.repeat([line.strong for line in lines], sizes),
        }
    )


def _bin_table(bins: Sequence[Bins], first: int, dark: bool) -> dict[str, Any]:
    columns: dict[str, Any] = {
        name: _joined([getattr(box, name) for box in bins]) for name in ("low", "high", "y")
    }
    tones = [tone(name, dark) for box in bins for name in box.tones or [box.tone] * len(box.y)]
    series = np.repeat(np.arange(first, first + len(bins)), [len(box.y) for box in bins])
    return {**columns, "s": series.astype(np.int16), "tone": pa.array(tones, pa.string())}


def _joined(parts: Sequence[Any]) -> Floats:
    """All numbers in a row; of nothing, nothing."""
    return np.concatenate([np.empty(0), *(np.asarray(part, dtype=np.float64) for part in parts)])


def _labels(
    dots: Sequence[Dots], columns: dict[str, Any], x: Axis, y: Axis, spans: dict[str, Span]
) -> dict[str, Any]:
    """The words beside the points of all kinds, where they stand, and which a phone keeps."""
    words: list[str] = [""] * (len(columns["s"]) - sum(len(dot.x) for dot in dots))
    kept_ones = [False] * len(words)
    for dot in dots:
        words += list(dot.labels) or [""] * len(dot.x)
        kept_ones += list(dot.strong) or [False] * len(dot.x)
    places = list(zip(columns["x"].tolist(), columns["y"].tolist(), strict=True))
    sides = sides_of_names(words, places, (spans["across"], x.log), (spans["up"], y.log))
    return {"label": pa.array(words), "side": pa.array(sides), "important": kept_ones}


def _rule_table(rules: Sequence[Rule], dark: bool) -> pa.Table:
    return pa.table(
        {
            "at": [float(rule.at) for rule in rules],
            "rule": [rule.name for rule in rules],
            "tone": [tone(rule.tone, dark) for rule in rules],
            "dashed": [rule.dashed for rule in rules],
        }
    )


def _span(axis: Axis, values: Sequence[Floats], rules: Sequence[Rule]) -> Span:
    if axis.span is not None:
        return axis.span
    if axis.words is not None:
        last = max(1, len(axis.words) - 1)
        edge = max(0.03, HALF * max((width_of(word) for word in axis.words), default=0)) * last
        return -edge, last + edge
    return span_of(np.concatenate([*values, [rule.at for rule in rules]]), axis.log)
