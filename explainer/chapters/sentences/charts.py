"""Many sentences at once: lengths, the spread of a score, corpus scores, two systems compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from explainer.charts.bars import Look, Marks, Series, Words, bars
from explainer.charts.curves import Axis, Bins, Curve, Dots, Rule, curves, scatter
from explainer.charts.figure import Figure

HEIGHT: Final = 250
BINS: Final = 24
GAINS: Final = Look(
    True, axis=True, form="+.2f", axis_form="+~g", numbered=False, named=False, height=HEIGHT
)
Numbers = NDArray[np.floating]


def length_plot(
    *,
    lines: Sequence[int],
    source: Sequence[int],
    target: Sequence[int],
    chosen: int | None,
    line_title: str,
    source_title: str,
    target_title: str,
    dark: bool,
) -> Figure:
    """A point for each sentence, pieces read against pieces written, and the line where both agree.

    `lines` are the numbers the sentences have in the file; the one that is `chosen` gets a ring.
    Raises ValueError when the lengths differ.
    """
    if not len(lines) == len(source) == len(target):
        raise ValueError(f"{len(lines)} lines, {len(source)} sources, {len(target)} targets")
    most = float(max([1, *source, *target]))
    names = [f"{line_title} {line}" for line in lines]
    x, y = (list(map(float, side)) for side in (source, target))
    return scatter(
        dots=[Dots("", x, y, "target", names, size=42)],
        lines=[Curve("=", [0.0, most], "residual", [0.0, most], dash=(4, 4), pointed=False)],
        x=Axis(source_title, colour="source_text", span=(0, most * 1.03), form="d"),
        y=Axis(target_title, colour="target_text", span=(0, most * 1.03), form="d"),
        name_title=" ",
        form="d",
        dark=dark,
        legend=False,
        ring=None if chosen not in lines else (0, [*lines].index(chosen or 0)),
        height=HEIGHT,
    )


def histogram(
    *,
    values: Sequence[float],
    chosen: float | None,
    value_title: str,
    count_title: str,
    dark: bool,
    limits: tuple[float, float] | None = None,
) -> Figure:
    """How often each value occurs, in BINS equal steps over `limits` (of the values if None).

    A dashed line stands at the mean, a full one at the `chosen` value. Raises ValueError without
    any value.
    """
    if not values:
        raise ValueError("no values to count")
    data = np.asarray(values, dtype=np.float64)
    counts, edges = np.histogram(data, bins=BINS, range=limits or _limits(data))
    full = counts > 0
    marks = [Rule(float(data.mean()), "", "second")]
    if chosen is not None:
        marks.append(Rule(float(chosen), "", "ink", dashed=False))
    heights = counts[full].astype(np.float64)
    return curves(
        lines=[Bins(count_title, edges[:-1][full], edges[1:][full], heights, "target")],
        x=Axis(value_title, span=(float(edges[0]), float(edges[-1]))),
        y=Axis(count_title, span=(0, 1.06 * float(heights.max())), form="d"),
        name_title=" ",
        form="d",
        dark=dark,
        rules=marks,
        height=HEIGHT,
    )


def corpus_scores(
    *,
    labels: Sequence[str],
    scores: Sequence[float],
    bounds: Sequence[tuple[float, float]],
    **words: Unpack[Words],
) -> Figure:
    """Scores 0..100 as bars, each with the interval a resampling gave it; first row on top.

    `labels` end with the finished numbers: behind the bars they would lie on the intervals. Raises
    ValueError when the lengths differ.
    """
    low, high = ([float(bound[side]) for bound in bounds] for side in (0, 1))
    title = words["value_title"]
    series, marks = (
        [Series(title, scores, "target")],
        Marks(title, scores, "ink", "diamond", low, high),
    )
    look = Look(axis=True, label_limit=220, legend=False, numbered=False)
    return bars(labels=labels, series=series, look=look, marks=marks, **words)


def differences(*, values: Sequence[float], lines: Sequence[int], **words: Unpack[Words]) -> Figure:
    """Second minus first, one bar a sentence, in the order given (sorted by the caller).

    Bars above 0 and below have their colours and their side of the line. Raises ValueError when
    the lengths differ.
    """
    tones = ["div_minus" if value < 0 else "div_plus" for value in values]
    series = [Series(words["value_title"], values, "div_plus")]
    labels = [str(line) for line in lines]
    return bars(labels=labels, series=series, look=GAINS, tones=tones, **words)


def _limits(data: Numbers) -> tuple[float, float]:
    """From the least to the most; a little room where all are equal."""
    low, high = float(data.min()), float(data.max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)
