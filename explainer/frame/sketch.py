"""SVG helpers for thumbnails of pages: boxes without text."""

from __future__ import annotations

from collections.abc import Iterable


def svg(width: int, height: int, shapes: Iterable[str]) -> str:
    """Return an SVG document of the shapes, with a size in pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">{"".join(shapes)}</svg>'
    )


def box(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    """Return a rectangle; `more` are further attributes."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{fill}" {more}/>'
    )
