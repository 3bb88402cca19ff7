"""Log BLEU as a waterfall, scores as bars, and two orders of the same translations as lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.bars import Look, Series, bars
from explainer.charts.curves import Axis, Curve, curves
from explainer.charts.figure import Figure
from explainer.charts.labels import Spec, label_at, look, places
from explainer.charts.palette import PALETTE, theme

ROW: Final = 34
GAP: Final = "\u2003"  # between the name of a part and its number: Vega joins plain spaces
RANKS: Final = 30  # pixels from one rank to the next


def log_waterfall(
    *,
    labels: Sequence[str],
    values: Sequence[float],
    total_label: str,
    texts: Sequence[str],
    part_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """Summands of ln BLEU from the top down, each beginning where the last one ended, and the sum.

    `values` are 0 or below, or -inf: such a bar is dashed and runs to the edge, and the sum with
    it. `texts` are the finished numbers beside the names, last that of the sum. Raises ValueError
    for a positive value and when the lengths differ.
    """
    if not len(labels) == len(values) == len(texts) - 1:
        raise ValueError(f"{len(labels)} labels, {len(values)} values, {len(texts)} texts")
    if any(value > 0 or math.isnan(value) for value in values):
        raise ValueError(f"a part of ln BLEU above 0: {list(values)}")
    colours = PALETTE[theme(dark)]
    starts, ends, endless, edge = _steps(values)
    frame = pa.table(
        {
            "i": np.arange(len(starts), dtype=np.int16),
            "start": starts,
            "end": ends,
            "endless": endless,
            "text": list(texts),
            "tone": [*(colours["div_minus"] for _ in values), colours["primary"]],
        }
    )
    names = [*labels, total_label]
    rows = [f"{name}{GAP}{number}" for name, number in zip(names, texts, strict=True)]
    y = places("i", rows, None, colours["ink"], gap=0.3, labelLimit=240, labelFontWeight=400)
    span = {
        "y": y,
        "x": {
            "field": "start",
            "type": "quantitative",
            "axis": None,
            "scale": {"domain": [edge, 0]},
        },
        "x2": {"field": "end"},
    }
    tooltip = [
        {"field": "part", "type": "nominal", "title": part_title},
        {"field": "text", "type": "nominal", "title": value_title},
    ]
    return {
        "config": look(dark),
        "height": ROW * len(starts),
        "datasets": {"steps": frame},
        "data": {"name": "steps"},
        "transform": [{"calculate": label_at(names, "datum.i"), "as": "part"}],
        "layer": [*_bars(span, tooltip, set(endless)), _origin(dark)],
    }


def _bars(span: Spec, tooltip: list[Spec], kinds: set[bool]) -> list[Spec]:
    """Filled where a part has an end, dashed where it has none; no layer without a bar."""
    tone = {"field": "tone", "type": "nominal", "scale": None}
    encoding = {**span, "color": tone, "tooltip": tooltip}
    dashed = {"type": "bar", "filled": False, "strokeDash": [5, 4], "strokeWidth": 1.5}
    layers = {
        False: {"transform": [{"filter": "!datum.endless"}], "mark": "bar", "encoding": encoding},
        True: {"transform": [{"filter": "datum.endless"}], "mark": dashed, "encoding": encoding},
    }
    return [layers[kind] for kind in sorted(kinds)]


def _origin(dark: bool) -> Spec:
    """A thin line at 0, where the first bar begins."""
    return {
        "mark": {"type": "rule", "color": PALETTE[theme(dark)]["third"], "aria": False},
        "encoding": {"x": {"datum": 0, "type": "quantitative", "axis": None}},
    }


Floats = NDArray[np.float64]


def _steps(values: Sequence[float]) -> tuple[Floats, Floats, list[bool], float]:
    """Start and end of every bar, the sum's last; whether it is endless; the left edge."""
    finite = [0.0 if math.isinf(value) else value for value in values]
    edge = min(sum(finite) * 1.12, -0.1)
    sums = np.cumsum([0.0, *finite])
    endless = [*(math.isinf(value) for value in values), any(map(math.isinf, values))]
    ends = [edge if e else s for e, s in zip(endless, [*sums[1:], sums[-1]], strict=True)]
    return np.array([*sums[:-1], 0.0]), np.array(ends), endless, edge


def score_bars(
    *,
    labels: Sequence[str],
    scores: Sequence[float],
    texts: Sequence[str],
    tones: Sequence[str],
    label_title: str,
    score_title: str,
    dark: bool,
) -> Figure:
    """Scores 0..100 as horizontal bars with their numbers; `tones` are names of the palette.

    Raises ValueError when the lengths differ.
    """
    return bars(
        labels=labels,
        series=[Series(score_title, scores, "target")],
        label_title=label_title,
        value_title=score_title,
        dark=dark,
        look=Look(span=(0, 100), label_limit=180),
        notes=texts,
        tones=tones,
    )


def rank_lines(
    *,
    first: Sequence[int],
    second: Sequence[int],
    tones: Sequence[str],
    names: tuple[str, str],
    texts: Sequence[str],
    text_title: str,
    dark: bool,
) -> Figure:
    """One line a translation, from its rank (1 is best) in one order to that in the other.

    `texts` are told on hover. A line that is not grey is wide. Raises ValueError when the lengths
    differ.
    """
    if not len(first) == len(second) == len(tones) == len(texts):
        raise ValueError(f"{len(first)} and {len(second)} ranks, {len(tones)} tones")
    ranks = list(zip(first, second, strict=True))
    most = max(*first, *second, 2)
    return curves(
        lines=[
            Curve(text, list(map(float, pair)), tone, strong=tone != "residual")
            for text, pair, tone in zip(texts, ranks, tones, strict=True)
        ],
        x=Axis("", words=names),
        y=Axis("#", span=(0.6, most + 0.4), form="d", reverse=True),
        name_title=text_title,
        form="d",
        dark=dark,
        legend=False,
        height=RANKS * most + 60,
    )
