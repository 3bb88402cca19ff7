"""Small pictures of pages, drawn as SVG by hand: boxes, without words and numbers."""

from __future__ import annotations

from collections.abc import Iterable


def svg(width: int, height: int, shapes: Iterable[str]) -> str:
    """The drawing, in pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}">{"".join(shapes)}</svg>'
    )


def box(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    """A rectangle; `more` are further attributes."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{fill}" {more}/>'
    )
