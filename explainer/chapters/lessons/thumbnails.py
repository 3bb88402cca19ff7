"""Thumbnails on the lessons' cards, see `thumbnails.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from explainer.charts.palette import PALETTE, theme
from explainer.frame.sketch import svg

FILE: Final = Path(__file__).with_name("thumbnails.toml")


@cache
def thumbnail(lesson: str, dark: bool) -> str:
    """Return the SVG of a lesson's thumbnail."""
    shapes = tomllib.loads(FILE.read_text("utf-8"))[lesson]
    return svg(360, 84, shapes.format_map(PALETTE[theme(dark)]))
