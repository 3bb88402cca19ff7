"""Tensor shapes of an attention with several heads."""

from __future__ import annotations

from explainer.chapters.heads.state import Heads
from explainer.frame import chapter
from explainer.frame.symbols import SIDES
from explainer.text import Text
from explainer.translation import Translation


def draw_shapes(text: Text, translation: Translation, chosen: Heads) -> None:
    """Draw the shapes in order, with this sentence's sizes."""
    trace, prefix = translation.trace, chosen.prefix
    heads, queries, dims = trace[f"{prefix}.q"].shape
    keys, width = trace[f"{prefix}.k"].shape[1], heads * dims
    asked, seen = SIDES[chosen.kind]
    rows: list[tuple[str, str, tuple[int, ...]]] = [
        ("x", f"B, {asked}, d_model", (1, queries, width)),
        ("x·W_Q + b", f"B, {asked}, d_model", (1, queries, width)),
        ("unflatten", f"B, {asked}, H, d_k", (1, queries, heads, dims)),
        ("transpose", f"B, H, {asked}, d_k", (1, heads, queries, dims)),
        ("scores", f"B, H, {asked}, {seen}", (1, heads, queries, keys)),
        ("weights·v", f"B, H, {asked}, d_k", (1, heads, queries, dims)),
        ("transpose", f"B, {asked}, H, d_k", (1, queries, heads, dims)),
        ("flatten", f"B, {asked}, d_model", (1, queries, width)),
        ("·W_O + b", f"B, {asked}, d_model", (1, queries, width)),
    ]
    note = text("heads.shapes_note", width=width, heads=heads, dims=dims)
    chapter.shapes(text, rows, note)
