"""One number for every beam width, with the length of the output at the point."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from explainer.charts.labels import AXIS_SIZE, Spec, look, places
from explainer.charts.palette import PALETTE, theme

HEIGHT = 210  # pixels


def beam_widths(
    *,
    widths: Sequence[int],
    totals: Sequence[float],
    lengths: Sequence[str],
    width_title: str,
    total_title: str,
    length_title: str,
    chosen: int,
    dark: bool,
) -> Spec:
    """A line over the widths; `lengths` are finished labels, `chosen` the width that is lit.

    Raises ValueError when the numbers of entries differ.
    """
    if not len(widths) == len(totals) == len(lengths):
        raise ValueError(f"{len(widths)} widths, {len(totals)} totals, {len(lengths)} lengths")
    colours = PALETTE[theme(dark)]
    frame = pa.table(
        {
            "i": list(range(len(widths))),
            "width": list(widths),
            "total": list(totals),
            "length": list(lengths),
            "chosen": [width == chosen for width in widths],
        }
    )
    shared = _axes_and_tooltip(widths, totals, (width_title, total_title, length_title), dark)
    target = colours["target"]
    is_chosen = {"test": "datum.chosen", "value": target}
    return {
        "config": look(dark),
        "height": HEIGHT,
        "datasets": {"rows": frame},
        "data": {"name": "rows"},
        "layer": [
            {"mark": {"type": "line", "color": target, "strokeWidth": 2}, "encoding": shared},
            {
                "mark": {"type": "point", "size": 90, "filled": True, "opacity": 1},
                "encoding": {
                    **shared,
                    "color": {"condition": is_chosen, "value": colours["page"]},
                    "stroke": {"value": target},
                },
            },
            {
                "mark": {"type": "text", "dy": -15, "fontSize": AXIS_SIZE, "tooltip": False},
                "encoding": {
                    **{name: shared[name] for name in ("x", "y")},
                    "text": {"field": "length", "type": "nominal"},
                    "color": {"value": colours["ink"]},
                },
            },
        ],
    }


def _axes_and_tooltip(
    widths: Sequence[int], totals: Sequence[float], titles: tuple[str, str, str], dark: bool
) -> Spec:
    """Both axes and the tooltip, the same for line, points and labels."""
    colours = PALETTE[theme(dark)]
    width_title, total_title, length_title = titles
    room = max(0.25 * (max(totals) - min(totals)), 0.05)  # equal ones differ by rounding only
    return {
        "x": places(
            "i", [str(width) for width in widths], width_title, colours["second"], labelAngle=0
        ),
        "y": {
            "field": "total",
            "type": "quantitative",
            "scale": {"domain": [min(totals) - room, max(totals) + 2 * room], "zero": False},
            "axis": {
                "title": total_title,
                "titleColor": colours["second"],
                "titleFontWeight": 400,
                "titleFontSize": AXIS_SIZE,
                "labelColor": colours["second"],
                "labelFontSize": AXIS_SIZE,
                "gridColor": colours["line"],
                "domain": False,
                "ticks": False,
                "tickCount": 5,
            },
        },
        "tooltip": [
            {"field": "width", "type": "nominal", "title": width_title},
            {"field": "total", "type": "quantitative", "title": total_title, "format": ".3f"},
            {"field": "length", "type": "nominal", "title": length_title},
        ],
    }
