"""A 3-D surface as SVG, from the camera of its Plotly figure, with its numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import blend
from explainer.site import SiteError
from explainer.site.charts import WIDTH, chart_figure

Floats = NDArray[np.float64]
MARGIN: Final = 36  # pixels round the surface, for axis names
NEARER: Final = 0.03  # distance, so that the path is drawn over the surface it lies on
SIDES: Final = "xyz"
# The named edges: from the corner nearest to the camera, and upwards at the left.
EDGES: Final = (((0, 0, 0), (1, 0, 0)), ((0, 0, 0), (0, 1, 0)), ((0, 1, 0), (0, 1, 1)))
BESIDE: Final = ((30, 22), (-30, 22), (-16, 0))  # pixels from the middle of each to its name


def surface(proto: Any, title: str) -> str:
    """Convert a Plotly surface with a path and its stops to SVG, numbers in a fold named `title`.

    Raises SiteError for any other Plotly figure.
    """
    figure = json.loads(proto.spec)
    kinds = [one["type"] for one in figure["data"]]
    if kinds != ["surface", "scatter3d", "scatter3d"]:
        raise SiteError(f"no drawing of {kinds}")
    ground, way, stops = figure["data"]
    scene = figure["layout"]["scene"]
    names = [scene[f"{side}axis"]["title"]["text"] for side in SIDES]
    places = zip(*(stops[side] for side in SIDES), stops["hovertext"], strict=True)
    across = [f"{names[1]} \\ {names[0]}", *(f"{x:g}" for x in ground["x"])]
    losses = [(f"{y:g}", *row) for y, row in zip(ground["y"], ground["z"], strict=True)]
    tables = [([*names, ""], [*places]), (across, losses)]
    return chart_figure(_svg(ground, way, stops, scene, names), proto.alt, tables, title)


class _Eye:
    """Perspective projection from the figure's axes to pixels."""

    def __init__(self, ground: Mapping[str, Any], scene: Mapping[str, Any], high: Floats) -> None:
        sizes = [scene["aspectratio"][side] for side in SIDES]
        ranges = [(np.min(one), np.max(one)) for one in (ground["x"], ground["y"], high)]
        self.low, self.high = np.array(ranges, float).T
        self._sizes = np.array(sizes)
        camera = scene["camera"]
        self._eye, centre = (
            np.array([camera[name].get(side, 0.0) for side in SIDES]) for name in ("eye", "center")
        )
        ahead = _unit(centre - self._eye)
        right = _unit(np.cross(ahead, [0, 0, 1]))
        self._turned = np.array([right, -np.cross(right, ahead), ahead])
        corners = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
        flat = self._seen(self.low + corners * (self.high - self.low))[:, :2]
        self._left = flat.min(axis=0)
        self._scale = (WIDTH - 2 * MARGIN) / np.ptp(flat[:, 0])
        self.height = float(np.ptp(flat[:, 1]) * self._scale + 2 * MARGIN)

    def _seen(self, points_P3: Floats) -> Floats:
        share = (points_P3 - self.low) / (self.high - self.low) - 0.5
        seen: Floats = (share * self._sizes - self._eye) @ self._turned.T
        return np.column_stack([seen[:, :2] / seen[:, 2:], seen[:, 2]])

    def __call__(self, points_P3: Floats) -> Floats:
        """Project points (P, 3) to pixels from the left and top, and distance to the eye."""
        seen = self._seen(points_P3)
        return np.column_stack([(seen[:, :2] - self._left) * self._scale + MARGIN, seen[:, 2]])


def _unit(vector: Floats) -> Floats:
    found: Floats = vector / np.linalg.norm(vector)
    return found


def _svg(
    ground: Mapping[str, Any],
    way: Mapping[str, Any],
    stops: Mapping[str, Any],
    scene: Mapping[str, Any],
    names: Sequence[str],
) -> str:
    eye = _Eye(ground, scene, np.append(np.ravel(ground["z"]), [*way["z"], *stops["z"]]))
    axis, ink = scene["xaxis"], stops["textfont"]["color"]
    parts = [*_patches(eye, ground), *_way(eye, way), *_stops(eye, stops)]
    drawn = "".join(part for _, part in sorted(parts, key=lambda one: -one[0]))
    grid = f'stroke="{axis["gridcolor"]}" stroke-width=".5" stroke-linejoin="round"'
    halo = f'stroke="{axis["backgroundcolor"]}" stroke-width="3" paint-order="stroke"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {eye.height:.0f}"'
        f' font-size="12.5" text-anchor="middle">{_edges(eye, names, axis)}'
        f'<g {grid}>{drawn}</g><g fill="{ink}" {halo}>{_names(eye, stops)}</g></svg>'
    )


def _patches(eye: _Eye, ground: Mapping[str, Any]) -> Iterator[tuple[float, str]]:
    """Yield the grid cells with their distances; each has a tooltip with its range of losses."""
    x, y, z = (np.array(ground[side], float) for side in SIDES)
    points = np.stack([*np.meshgrid(x, y), z], axis=-1)
    flat = eye(points.reshape(-1, 3)).reshape(points.shape)
    (_, low), (_, high) = ground["colorscale"]
    for i in range(len(y) - 1):
        for j in range(len(x) - 1):
            corners = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)]
            losses = [z[place] for place in corners]
            share = (np.mean(losses) - z.min()) / np.ptp(z)
            outline = " ".join(f"{flat[p][0]:.1f},{flat[p][1]:.1f}" for p in corners)
            yield (
                float(np.mean([flat[p][2] for p in corners])),
                f'<polygon points="{outline}" fill="{blend(low, high, share)}">'
                f"<title>{min(losses):.2f} – {max(losses):.2f}</title></polygon>",
            )


def _way(eye: _Eye, way: Mapping[str, Any]) -> Iterator[tuple[float, str]]:
    points = eye(np.column_stack([way[side] for side in SIDES]))
    for (x, y, far), (u, v, _) in zip(points, points[1:], strict=False):
        yield (
            far - NEARER,
            f'<path d="M{x:.1f},{y:.1f}L{u:.1f},{v:.1f}" stroke="{way["line"]["color"]}"'
            ' stroke-width="3.5" stroke-linecap="round"/>',
        )


def _stops(eye: _Eye, stops: Mapping[str, Any]) -> Iterator[tuple[float, str]]:
    marker = stops["marker"]
    told = zip(marker["color"], marker["size"], stops["hovertext"], strict=True)
    for (x, y, far), (colour, size, said) in zip(_at(eye, stops), told, strict=True):
        yield (
            far - 2 * NEARER,
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.75:g}" fill="{colour}">'
            f"<title>{escape(said)}</title></circle>",
        )


def _names(eye: _Eye, stops: Mapping[str, Any]) -> str:
    return "".join(
        f'<text x="{x:.1f}" y="{y - 11:.1f}" font-size="12.5">{escape(name)}</text>'
        for (x, y, _), name in zip(_at(eye, stops), stops["text"], strict=True)
        if name
    )


def _at(eye: _Eye, stops: Mapping[str, Any]) -> Floats:
    return eye(np.column_stack([stops[side] for side in SIDES]))


def _edges(eye: _Eye, names: Sequence[str], axis: Mapping[str, Any]) -> str:
    """Draw three edges of the box, each with its axis name."""
    made = []
    for name, ends, (right, down) in zip(names, EDGES, BESIDE, strict=True):
        (x, y, _), (u, v, _) = eye(eye.low + np.array(ends) * (eye.high - eye.low))
        at = f"{(x + u) / 2 + right:.1f} {(y + v) / 2 + down:.1f}"
        turned = "" if down else " rotate(-90)"
        made.append(f'<path d="M{x:.1f},{y:.1f}L{u:.1f},{v:.1f}" stroke="{axis["gridcolor"]}"/>')
        made.append(f'<text transform="translate({at}){turned}">{escape(name)}</text>')
    return f'<g fill="{axis["color"]}">{"".join(made)}</g>'
