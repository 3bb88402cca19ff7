"""Axis positions are numbers, their words come from a list: two equal pieces stay two places."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import PALETTE, theme

# A Vega-Lite specification as a plain dictionary, its data frames under "datasets". A figure whose
# specification changes with a click is written this way, for Altair takes 40 ms to make one; where
# only data change, `charts.figure` keeps what Altair has made. A test checks both by the schema.
Spec = dict[str, Any]

FONT = (
    '"Explainer Signs", "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic", '
    '"Noto Sans CJK KR", "Explainer Hangul", sans-serif'
)
AXIS_SIZE = 12
MANY = 400  # marks: from here on a figure is one picture, not an element for each
CROWDED = 24  # from this many labels on an axis they are written smaller


def check_labels(
    weights: NDArray[np.floating], row_labels: Sequence[str], key_labels: Sequence[str]
) -> None:
    """Raise ValueError unless there is one label for each row and each column of the map."""
    if weights.shape != (len(row_labels), len(key_labels)):
        raise ValueError(
            f"{len(row_labels)} row and {len(key_labels)} key labels "
            f"for weights of shape {weights.shape}"
        )


def label_at(labels: Sequence[str], index: str) -> str:
    """A Vega expression: the label at a position. JSON quoting keeps any text inert."""
    return f"{json.dumps(list(labels))}[{index}]"


def axis(labels: Sequence[str], title: str | None, colour: str, **options: Any) -> Spec:
    """An axis over positions 0..n-1 that prints `labels`."""
    return {
        "labelExpr": label_at(labels, "datum.value"),
        "labelColor": colour,
        "labelFontSize": AXIS_SIZE if len(labels) <= CROWDED else 9,
        "labelFontWeight": 600,
        "labelLimit": 120,
        "labelOverlap": False,
        "labelFont": FONT,
        "titleColor": colour,
        "titleFontSize": AXIS_SIZE,
        "titleFontWeight": 400,
        "domain": False,
        "ticks": False,
        "grid": False,
        "title": title,
        **options,
    }


def places(
    field: str,
    labels: Sequence[str],
    title: str | None,
    colour: str,
    gap: float = 0.04,
    **options: Any,
) -> Spec:
    """A channel of labelled positions; `gap`, a share of a position, is small between the cells
    of a map and wider between bars.
    """
    return {
        "field": field,
        "type": "ordinal",
        "scale": {"domain": list(range(len(labels))), "paddingInner": gap},
        "axis": axis(labels, title, colour, **options),
    }


def tooltip(*lines: tuple[str, str]) -> list[Spec]:
    """Tooltip lines as (field, name); the field w is a weight with three decimals."""
    return [
        {"field": field, "title": name, "type": "quantitative", "format": ".3f"}
        if field == "w"
        else {"field": field, "title": name, "type": "nominal"}
        for field, name in lines
    ]


def slant(labels: Sequence[str]) -> int:
    """The angle of column labels: leaning while there is room, upright when it is crowded."""
    return -35 if len(labels) <= CROWDED else -90


def drawing(spec: Spec, marks: int) -> Spec:
    """`spec`, drawn as one picture on a canvas where it has many marks.

    Thousands of elements make a page slow, and nobody wants them read out one by one: the text
    alternative of the figure and its table of numbers say more. Hover and clicks stay.
    """
    if marks < MANY:
        return spec
    config = {**spec["config"], "mark": {"aria": False}}
    return {**spec, "config": config, "usermeta": {"embedOptions": {"renderer": "canvas"}}}


def look(dark: bool) -> Spec:
    """The `config` of every figure: transparent ground, no frame, legend in the theme's ink."""
    colours = PALETTE[theme(dark)]
    return {
        "background": "transparent",
        "font": FONT,
        "view": {"strokeWidth": 0},
        "legend": {
            "labelColor": colours["second"],
            "titleColor": colours["second"],
            "labelFontSize": AXIS_SIZE,
            "titleFontSize": AXIS_SIZE,
            "titleFontWeight": 400,
        },
    }


def number_axis(colours: Any) -> Spec:
    """An axis of numbers in the theme's second ink; `colours` is one theme of the palette."""
    return {
        "labelColor": colours["second"],
        "titleColor": colours["second"],
        "labelFont": FONT,
        "labelFontSize": AXIS_SIZE,
        "titleFontSize": AXIS_SIZE,
        "titleFontWeight": 400,
        "gridColor": colours["line"],
        "domainColor": colours["line"],
        "ticks": False,
    }
