"""Loss surface over a plane of weights with a training path (Plotly)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.labels import FONT
from explainer.charts.palette import PALETTE, TYPE, blend, theme

HEIGHT: Final = 440
LIFT: Final = 0.04  # the way is drawn so far above the surface, nats: it would flicker in it
BETWEEN: Final = 12  # points of the way from a state to the next
APART: Final = 12.0  # states nearer to a named one than this have no name, unless chosen

Grid = tuple[Sequence[float], Sequence[float], Sequence[Sequence[float]]]  # x, y, loss[y][x]
Floats = NDArray[np.float64]


def landscape_chart(
    *,
    grid: Grid,
    stops_M3: Floats,
    names: Sequence[str],
    hovers: Sequence[str],
    chosen: int,
    titles: tuple[str, str, str],
    dark: bool,
) -> dict[str, Any]:
    """Return a Plotly figure; `stops_M3` are checkpoints (x, y, loss), `hovers` their tooltips."""
    colours = PALETTE[theme(dark)]
    line = {
        "type": "scatter3d",
        "mode": "lines",
        **_xyz(on_surface(grid, stops_M3)),
        "line": {"color": colours["target"], "width": 7},
        "hoverinfo": "skip",
    }
    named = [has_name(stops_M3, at, chosen) for at in range(len(names))]
    states = {
        "type": "scatter3d",
        "mode": "markers+text",
        **_xyz(stops_M3 + [0, 0, LIFT]),
        "text": [name if shown else "" for name, shown in zip(names, named, strict=True)],
        "hovertext": list(hovers),
        "hoverinfo": "text",
        "textposition": "top center",
        "textfont": {"color": colours["ink"], "size": TYPE["small"]},
        "marker": {
            "color": [colours["ink" if at == chosen else "target"] for at in range(len(names))],
            "size": [10 if at == chosen else 6 for at in range(len(names))],
        },
    }
    return {
        "data": [_surface(grid, titles[2], colours), line, states],
        "layout": {
            "height": HEIGHT,
            "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
            "paper_bgcolor": colours["page"],
            "font": {"color": colours["ink"], "family": FONT},
            "showlegend": False,
            "uirevision": "turned",  # where the reader has turned it to stays
            "scene": _scene(titles, colours),
        },
    }


def _xyz(points_P3: Floats) -> dict[str, list[float]]:
    return dict(zip("xyz", points_P3.T.round(3).tolist(), strict=True))


def _surface(grid: Grid, title: str, colours: Mapping[str, str]) -> dict[str, Any]:
    x, y, losses = grid
    lines = {"start": float(np.floor(np.min(losses))), "end": float(np.max(losses)), "size": 0.5}
    return {
        "type": "surface",
        "x": list(x),
        "y": list(y),
        "z": [list(row) for row in losses],
        "colorscale": [[0, colours["panel"]], [1, blend(colours["panel"], colours["k"], 0.8)]],
        "showscale": False,
        "opacity": 0.96,
        "contours": {"z": {"show": True, **lines, "color": colours["line"]}},
        "hovertemplate": f"{title}: %{{z:.2f}}<extra></extra>",
    }


def _scene(titles: Sequence[str], colours: Mapping[str, str]) -> dict[str, Any]:
    axes = {
        f"{side}axis": {
            "title": {"text": title, "font": {"size": TYPE["small"]}},
            "color": colours["second"],
            "gridcolor": colours["line"],
            "backgroundcolor": colours["page"],
            "showspikes": False,
        }
        for side, title in zip("xyz", titles, strict=True)
    }
    return {
        **axes,
        "aspectmode": "manual",
        "aspectratio": {"x": 1.5, "y": 1.0, "z": 0.8},
        "camera": {"eye": {"x": -1.55, "y": -1.0, "z": 0.95}, "center": {"z": -0.2}},
    }


def has_name(stops_M3: Floats, at: int, chosen: int) -> bool:
    """Return whether to label a checkpoint: it is chosen, or its label overlaps none."""
    others = stops_M3[[chosen, *range(at)], :2]
    apart = np.hypot(*(others - stops_M3[at, :2]).T)
    return at == chosen or bool((apart > APART).all())


def on_surface(grid: Grid, stops_M3: Floats) -> Floats:
    """Interpolate the path on the surface, straight between checkpoints, (P, 3)."""
    x, y, losses = grid
    count = len(stops_M3)
    at = np.linspace(0, count - 1, (count - 1) * BETWEEN + 1)
    over, across = (np.interp(at, np.arange(count), stops_M3[:, side]) for side in (0, 1))
    columns = np.array([np.interp(over, x, row) for row in losses])
    z = [np.interp(across[i], y, columns[:, i]) for i in range(len(at))]
    return np.column_stack([over, across, np.array(z) + LIFT])
