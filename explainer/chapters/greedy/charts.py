"""A greedy search beside what chance would do: one row of attention, shares drawn, followers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places, slant
from explainer.charts.palette import PALETTE, theme

Numbers = NDArray[np.floating]

ROW = 30
HEIGHT = 160  # pixels with the slanted names below, which Streamlit fits into the height
PRINT_LIMIT = 20  # up to this many pieces the weights stand above the bars


def source_weights(
    *, weights: Numbers, pieces: Sequence[str], piece_title: str, value_title: str, dark: bool
) -> Spec:
    """One step's weights (S,) over the source pieces as bars, fixed domain 0..1.

    Raises ValueError when the lengths differ.
    """
    if weights.shape != (len(pieces),):
        raise ValueError(f"weights {weights.shape} for {len(pieces)} pieces")
    colours = PALETTE[theme(dark)]
    shared: Spec = {
        "x": places(
            "k", pieces, piece_title, colours["source_text"], gap=0.25, labelAngle=slant(pieces)
        ),
        "y": {"field": "w", "type": "quantitative", "axis": None, "scale": {"domain": [0, 1.1]}},
        "tooltip": [
            {"field": "piece", "type": "nominal", "title": piece_title},
            {"field": "w", "type": "quantitative", "title": value_title, "format": ".3f"},
        ],
    }
    layers: list[Spec] = [
        {
            "mark": {"type": "bar", "cornerRadius": 3},
            "encoding": {**shared, "color": {"value": colours["weight"]}},
        }
    ]
    if len(pieces) <= PRINT_LIMIT:
        layers.append(_numbers(shared, "w", ".2f", colours["weight_text"], dy=-8))
    frame = pa.table(
        {
            "k": np.arange(len(pieces), dtype=np.int16),
            "w": np.asarray(weights, dtype=np.float32),
        }
    )
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": {"rows": frame},
        "data": {"name": "rows"},
        "transform": [{"calculate": label_at(pieces, "datum.k"), "as": "piece"}],
        "layer": layers,
    }


def drawn_shares(
    *,
    pieces: Sequence[str],
    probs: Numbers,
    low: Numbers,
    high: Numbers,
    counts: Sequence[int],
    draws: int,
    names: tuple[str, str, str],
    titles: tuple[str, str],
    dark: bool,
) -> Spec:
    """Bars of what the model says, a mark of what was drawn, and between where it should lie.

    `names` are those of bar, range and mark, `titles` those of a piece and of the number drawn.
    The range is left out where nothing was drawn. Raises ValueError when the lengths differ.
    """
    if not len(pieces) == len(probs) == len(counts) == len(low) == len(high):
        raise ValueError(f"{len(pieces)} pieces, {len(probs)} probabilities, {len(counts)} counts")
    colours = PALETTE[theme(dark)]
    side = places("i", pieces, None, colours["target_text"], gap=0.35)
    shared: Spec = {
        "y": side,
        "tooltip": [
            {"field": "piece", "type": "nominal", "title": titles[0]},
            _value("p", names[0], ".1%"),
            _value("share", names[2], ".1%"),
            _value("n", titles[1], "d"),
        ],
    }
    layers = [
        _layer({"type": "bar", "cornerRadius": 3}, shared, "p", names, 0, colours),
        _layer({"type": "rule", "strokeWidth": 2}, shared, "low", names, 1, colours),
        _layer(
            {"type": "point", "filled": True, "size": 90, "shape": "diamond"},
            shared,
            "share",
            names,
            2,
            colours,
        ),
    ]
    layers[1]["encoding"]["x2"] = {"field": "high"}
    if not draws:
        layers = layers[:1]
    return {
        "config": look(dark),
        "height": ROW * len(pieces) + 90,
        "datasets": {"rows": _shares_table(probs, low, high, counts, draws)},
        "data": {"name": "rows"},
        "transform": [{"calculate": label_at(pieces, "datum.i"), "as": "piece"}],
        "layer": layers,
    }


def _shares_table(
    probs: Numbers, low: Numbers, high: Numbers, counts: Sequence[int], draws: int
) -> pa.Table:
    return pa.table(
        {
            "i": np.arange(len(probs), dtype=np.int16),
            "p": np.asarray(probs, dtype=np.float32),
            "low": np.asarray(low, dtype=np.float32),
            "high": np.asarray(high, dtype=np.float32),
            "n": np.asarray(counts, dtype=np.int32),
            "share": np.asarray(counts, dtype=np.float32) / np.float32(max(1, draws)),
        }
    )


def followers(
    *,
    pieces: Sequence[str],
    counts: Sequence[int],
    expected: Numbers,
    names: tuple[str, str],
    piece_title: str,
    value_title: str,
    dark: bool,
) -> Spec:
    """How many draws agree with the greedy output so far: bars counted, a line expected.

    `names` are those of bars and line. Raises ValueError when the lengths differ.
    """
    if not len(pieces) == len(counts) == len(expected):
        raise ValueError(f"{len(pieces)} pieces, {len(counts)} counts, {len(expected)} expected")
    colours = PALETTE[theme(dark)]
    frame = pa.table(
        {
            "t": np.arange(len(pieces), dtype=np.int16),
            "n": np.asarray(counts, dtype=np.int32),
            "e": np.asarray(expected, dtype=np.float32),
        }
    )
    x = places("t", pieces, piece_title, colours["target_text"], gap=0.3, labelAngle=slant(pieces))
    tips = [
        {"field": "piece", "type": "nominal", "title": piece_title},
        _value("n", names[0], "d"),
        _value("e", names[1], ".2f"),
    ]
    colour = _legend(names, [colours["primary"], colours["target"]])

    def layer(mark: Spec, field: str, name: str) -> Spec:
        y = {
            "field": field,
            "type": "quantitative",
            "title": value_title,
            "axis": _axis(dark),
            "scale": {"domainMin": 0},
        }
        return {
            "transform": [_name_field(name)],
            "mark": mark,
            "encoding": {"x": x, "y": y, "color": colour, "tooltip": tips},
        }

    return {
        "config": look(dark),
        "height": HEIGHT + 120,
        "datasets": {"rows": frame},
        "data": {"name": "rows"},
        "transform": [{"calculate": label_at(pieces, "datum.t"), "as": "piece"}],
        "layer": [
            layer({"type": "bar", "opacity": 0.55, "cornerRadius": 3}, "n", names[0]),
            layer({"type": "line", "point": {"filled": True, "size": 50}}, "e", names[1]),
        ],
    }


def _layer(
    mark: Spec,
    shared: Spec,
    field: str,
    names: Sequence[str],
    number: int,
    colours: Mapping[str, str],
) -> Spec:
    """One of the three marks, named in the legend above."""
    x = {
        "field": field,
        "type": "quantitative",
        "scale": {"domain": [0, 1]},
        "title": None,
        "axis": {
            "format": ".0%",
            "tickCount": 5,
            "grid": False,
            "domain": False,
            "ticks": False,
            "labelColor": colours["second"],
            "labelFontSize": AXIS_SIZE,
        },
    }
    colour = _legend(names, [colours[tone] for tone in ("target", "third", "ink")])
    colour["legend"]["direction"] = "vertical"
    opacity = {"opacity": 0.75} if mark["type"] == "bar" else {}
    return {
        "transform": [_name_field(names[number])],
        "mark": {**mark, **opacity},
        "encoding": {**shared, "x": x, "color": colour},
    }


def _legend(names: Sequence[str], tones: Sequence[str]) -> Spec:
    """The colour of a layer by its name."""
    return {
        "field": "name",
        "type": "nominal",
        "title": None,
        "scale": {"domain": list(names), "range": list(tones)},
        "legend": {"orient": "top", "labelLimit": 330},
    }


def _name_field(name: str) -> Spec:
    """A layer's name, which the legend lists."""
    return {"calculate": label_at([name], "0"), "as": "name"}


def _value(field: str, title: str, form: str) -> Spec:
    return {"field": field, "type": "quantitative", "title": title, "format": form}


def _axis(dark: bool) -> Spec:
    colours = PALETTE[theme(dark)]
    return {
        "labelColor": colours["second"],
        "titleColor": colours["second"],
        "tickCount": 5,
        "labelFontSize": AXIS_SIZE,
        "titleFontSize": AXIS_SIZE,
        "titleFontWeight": 400,
        "gridColor": colours["line"],
        "domain": False,
        "ticks": False,
        "tickMinStep": 1,
    }


def _numbers(shared: Spec, field: str, form: str, ink: str, **mark: int) -> Spec:
    return {
        "mark": {"type": "text", "fontSize": AXIS_SIZE, **mark},
        "encoding": {
            "x": shared["x"],
            "y": shared["y"],
            "text": {"field": field, "type": "quantitative", "format": form},
            "color": {"value": ink},
        },
    }
