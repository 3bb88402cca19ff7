"""Bar charts: numbers by name, horizontal or vertical, grouped or stacked.

Numbers are printed at the ends of the bars, or there is an axis. Bars start at 0 and are never on a
log scale, where lengths mean nothing: use a scatter plot for several orders of magnitude. Weights
and probabilities use `span=(0, 1)`, so that changing them visibly changes the bars.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, TypedDict

import numpy as np
import pyarrow as pa

from explainer.charts.axes import Floats, SeriesLook, Span, ends, tone
from explainer.charts.bar_layers import NAMES, PARTS, BarStyle, Options, build, height_of
from explainer.charts.figure import Figure, columns_table, make_figure, named_side, words_table
from explainer.charts.labels import check_lengths
from explainer.charts.marks import Rule, rule_table

__all__ = ["SIGNED", "BarStyle", "Chosen", "Marks", "Series", "Words", "bars"]

LYING: Final = BarStyle()
SIGNED: Final = BarStyle(form="+.2f", label_limit=210)
LETTER: Final = 0.02  # share of the axis per letter of a number beyond a horizontal bar
LONGEST: Final = 24  # bars; more are drawn without numbers


class Words(TypedDict):
    """Arguments that functions built on `bars` pass through: axis titles and theme."""

    label_title: str
    value_title: str
    dark: bool


@dataclass(frozen=True)
class Series:
    """Values (N,), NaN for no bar; `tone` is a palette colour or #RRGGBB, `pale` only outlines.

    `tooltip` adds a text to each bar's tooltip under `BarStyle.tooltip_title`.
    """

    name: str
    values: Sequence[float] | Floats
    tone: str
    pale: bool = False
    tooltip: Sequence[str] = ()


@dataclass(frozen=True)
class Marks:
    """A mark on each bar (N,), NaN for none, with an optional range from `low` to `high`."""

    name: str
    values: Sequence[float] | Floats
    tone: str = "ink"
    shape: Literal["tick", "diamond", "line"] = "tick"
    low: Sequence[float] | Floats | None = None
    high: Sequence[float] | Floats | None = None


@dataclass(frozen=True)
class Chosen:
    """The selected bar, by `index`, shown by fading the others or, if `framed`, by an outline."""

    index: int | None
    framed: bool = False


def bars(
    *,
    labels: Sequence[str],
    series: Sequence[Series],
    label_title: str,
    value_title: str,
    dark: bool,
    look: BarStyle = LYING,
    notes: Sequence[str] | None = None,
    tones: Sequence[str] | None = None,
    strong: Sequence[int] | None = None,
    chosen: Chosen | None = None,
    marks: Marks | None = None,
    levels: Sequence[Rule] = (),
) -> Figure:
    """Make a bar chart of N labels and one or more series of N values.

    `notes` (N,) are texts at the longest bar of each label, replacing the numbers. `tones` colour
    each bar of a single series; bars that are not `strong` are paler. Raises ValueError if lengths
    differ or there are no bars.
    """
    if not labels or not series:
        raise ValueError("bars need a label and a series")
    if tones is not None and len(series) > 1:
        raise ValueError("bars with tones of their own are one series")
    lists = [part for each in series for part in (each.values, each.tooltip or None)]
    check_lengths("bars", len(labels), *lists, notes, tones, marks.values if marks else None)
    numbers = np.array([np.asarray(each.values, dtype=np.float64) for each in series])
    options = Options(
        looks=(
            *(SeriesLook(each.name, each.tone, each.pale) for each in series),
            *((SeriesLook(marks.name, marks.tone),) if marks else ()),
        ),
        labels=named_side(
            NAMES,
            "label",
            labels,
            label_title,
            look.label_colour,
            look.label_limit,
            angle=-90 if look.upright and max(map(len, labels)) > 2 else 0,
        ),
        value_title=value_title,
        look=replace(look, span=None, height=None),  # both are data
        dark=dark,
        numbered=look.numbered and not (look.stacked or marks) and len(labels) <= LONGEST,
        marks="" if marks is None else marks.shape,
    )
    span = look.span or _span(numbers, look.stacked, marks, levels)
    span = _with_room(span, options, notes, numbers, 32 if look.span else 8)
    tooltips = [word for each in series for word in each.tooltip]
    table = _table(options, numbers, tones, strong, chosen)
    data = {
        "bars": table.append_column("tooltip", [tooltips]) if tooltips else table,
        NAMES: columns_table("label", labels, **ends(len(labels), value=span)),
        PARTS: words_table("part", [part.name for part in options.looks]),
    }
    if notes is not None:
        data["notes"] = _notes(notes, numbers, look.stacked)
    if marks is not None:
        data["marks"] = _marks_table(marks, len(series))
    if levels:
        data["levels"] = rule_table(levels, dark)
    return make_figure(build, options, data, look.height or height_of(len(labels), options))


def _span(values: Floats, stacked: bool, marks: Marks | None, levels: Sequence[Rule]) -> Span:
    """Return the span of 0 and everything drawn."""
    numbers = np.nan_to_num(values)
    if stacked:
        numbers = np.array([np.minimum(numbers, 0).sum(0), np.maximum(numbers, 0).sum(0)])
    more = [float(level.value) for level in levels]
    if marks is not None:
        for extra in (marks.values, marks.low, marks.high):
            more += [] if extra is None else [float(v) for v in extra if np.isfinite(v)]
    low, high = min(0.0, float(numbers.min()), *more), max(0.0, float(numbers.max()), *more)
    return (low, high) if high > low else (0.0, 1.0)


def _with_room(
    span: Span, options: Options, notes: Sequence[str] | None, values: Floats, step: int
) -> Span:
    """Extend the span to make room for the texts beyond the bars."""
    low, high = span
    wide = high - low
    if not (options.numbered or notes):
        edge = 0.04 if low < 0 else 0.015 if options.marks == "diamond" else 0.0
        return low - edge * wide, high + 0.04 * wide
    # In steps, so that one more digit in a note does not move the axis.
    most = max(map(len, notes)) if notes else 6
    letters = most if most <= 8 else -(-most // step) * step
    room = wide * (0.1 if options.look.upright else min(1.2, 0.03 + LETTER * letters))
    below = room if low < 0 and bool((np.nan_to_num(values) < 0).any()) else 0.0
    return low - below, high + room


def _table(
    options: Options,
    values: Floats,
    tones: Sequence[str] | None,
    strong: Sequence[int] | None,
    chosen: Chosen | None,
) -> pa.Table:
    """Make the table of bars: label index i, series s, value v and style."""
    parts, count = values.shape
    i = np.tile(np.arange(count, dtype=np.int16), parts)
    at = -1 if chosen is None or chosen.index is None else chosen.index
    if chosen is not None and not chosen.framed and chosen.index is not None:
        strong = [at]
    columns: dict[str, Any] = {
        "i": i,
        "s": np.repeat(np.arange(parts, dtype=np.int8), count),
        "v": pa.array(values.ravel(), from_pandas=True),
        "strong": np.full(i.size, True) if strong is None else np.isin(i, list(strong)),
        "framed": (i == at) & (chosen is not None and chosen.framed),
    }
    if parts == 1:
        mine = tones or [options.looks[0].tone] * count
        columns["tone"] = [tone(name, options.dark) for name in mine]
    return pa.table(columns)


def _notes(notes: Sequence[str], values: Floats, stacked: bool) -> pa.Table:
    """Make the table of notes with their positions v at the ends of the bars."""
    numbers = np.nan_to_num(values)
    tips = (
        numbers.sum(0)
        if stacked
        else np.where((numbers < 0).all(0), numbers.min(0), numbers.max(0))
    )
    return words_table("note", notes, v=tips)


def _marks_table(marks: Marks, number: int) -> pa.Table:
    count = len(marks.values)
    columns = {"v": marks.values, "low": marks.low, "high": marks.high}
    return pa.table(
        {
            "i": np.arange(count, dtype=np.int16),
            "s": np.full(count, number, dtype=np.int8),
            **{
                name: pa.array(np.asarray(column, dtype=np.float64), from_pandas=True)
                for name, column in columns.items()
                if column is not None
            },
        }
    )
