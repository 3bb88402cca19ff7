"""Log BLEU as a waterfall, scores as bars, and two orders of the same translations as lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places
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
) -> Spec:
    """Scores 0..100 as horizontal bars with their numbers; `tones` are names of the palette.

    Raises ValueError when the lengths differ.
    """
    if not len(labels) == len(scores) == len(tones) == len(texts):
        raise ValueError(f"{len(labels)} labels, {len(scores)} scores, {len(tones)} tones")
    colours = PALETTE[theme(dark)]
    shared: Spec = {
        "y": places(
            "i", labels, None, colours["ink"], gap=0.3, labelLimit=180, labelFontWeight=400
        ),
        "x": {
            "field": "score",
            "type": "quantitative",
            "axis": None,
            "scale": {"domain": [0, 118]},
        },
        "tooltip": [
            {"field": "name", "type": "nominal", "title": label_title},
            {"field": "text", "type": "nominal", "title": score_title},
        ],
    }
    frame = pa.table(
        {
            "i": np.arange(len(labels), dtype=np.int16),
            "score": np.asarray(scores, dtype=np.float64),
            "text": list(texts),
            "tone": [colours[tone] for tone in tones],
        }
    )
    return {
        "config": look(dark),
        "height": 28 * len(labels),
        "datasets": {"scores": frame},
        "data": {"name": "scores"},
        "transform": [{"calculate": label_at(labels, "datum.i"), "as": "name"}],
        "layer": [
            {
                "mark": {"type": "bar", "cornerRadius": 2},
                "encoding": {
                    **shared,
                    "color": {"field": "tone", "type": "nominal", "scale": None},
                },
            },
            {
                "mark": {
                    "type": "text",
                    "align": "left",
                    "dx": 5,
                    "fontSize": AXIS_SIZE,
                    "tooltip": False,
                },
                "encoding": {
                    **shared,
                    "text": {"field": "text"},
                    "color": {"value": colours["ink"]},
                },
            },
        ],
    }


def rank_lines(
    *,
    first: Sequence[int],
    second: Sequence[int],
    tones: Sequence[str],
    names: tuple[str, str],
    texts: Sequence[str],
    text_title: str,
    dark: bool,
) -> Spec:
    """One line a translation, from its rank (1 is best) in one order to that in the other.

    `texts` are told on hover. A line that is not grey is wide. Raises ValueError when the lengths
    differ.
    """
    if not len(first) == len(second) == len(tones) == len(texts):
        raise ValueError(f"{len(first)} and {len(second)} ranks, {len(tones)} tones")
    colours = PALETTE[theme(dark)]
    count = len(first)
    frame = pa.table(
        {
            "s": np.repeat(np.arange(count, dtype=np.int16), 2),
            "side": np.tile(np.arange(2, dtype=np.int8), count),
            "rank": np.ravel(np.column_stack([first, second])).astype(np.int16),
            "text": [text for text in texts for _ in range(2)],
            "tone": [colours[tone] for tone in tones for _ in range(2)],
            "strong": [tone != "residual" for tone in tones for _ in range(2)],
        }
    )
    most = max(*first, *second, 2)
    encoding = {
        **_sides(names, most, colours["second"]),
        "color": {"field": "tone", "type": "nominal", "scale": None},
        "detail": {"field": "s", "type": "ordinal"},
    }
    tooltip = [
        {"field": "text", "type": "nominal", "title": text_title},
        {"field": "rank", "type": "quantitative", "title": "#"},
    ]
    wide = {"condition": {"test": "datum.strong", "value": 3.5}, "value": 1.4}
    number = {"field": "rank", "type": "quantitative"}
    return {
        "config": look(dark),
        "height": RANKS * most + 30,
        "datasets": {"ranks": frame},
        "data": {"name": "ranks"},
        "layer": [
            {"mark": {"type": "line"}, "encoding": {**encoding, "strokeWidth": wide}},
            {
                "mark": {"type": "point", "filled": True, "size": 340, "opacity": 1},
                "encoding": {**encoding, "tooltip": tooltip},
            },
            {
                "mark": {
                    "type": "text",
                    "fontSize": AXIS_SIZE,
                    "fontWeight": 700,
                    "tooltip": False,
                },
                "encoding": {
                    "x": encoding["x"],
                    "y": encoding["y"],
                    "text": number,
                    "color": {"value": colours["page"]},
                },
            },
        ],
    }


def _sides(names: tuple[str, str], most: int, ink: str) -> Spec:
    """Two columns with their names above, the best rank on top."""
    return {
        "x": {
            "field": "side",
            "type": "ordinal",
            "scale": {"domain": [0, 1], "padding": 0.35},
            "axis": {
                "labelExpr": label_at(names, "datum.value"),
                "labelAngle": 0,
                "title": None,
                "orient": "top",
                "domain": False,
                "ticks": False,
                "labelFontSize": AXIS_SIZE,
                "labelColor": ink,
                "labelLimit": 160,
            },
        },
        "y": {
            "field": "rank",
            "type": "quantitative",
            "axis": None,
            "scale": {"domain": [0.6, most + 0.4], "reverse": True},
        },
    }
