"""A mask whose edge can be moved: training's triangle beside translation's single row."""

from __future__ import annotations

from explainer.chapters.masks.triangle.mount import FOLDER, GRID, triangle
from explainer.chapters.masks.triangle.payload import (
    TriangleWords,
    edges_of,
    look,
    triangle_payload,
)

__all__ = ["FOLDER", "GRID", "TriangleWords", "edges_of", "look", "triangle", "triangle_payload"]
