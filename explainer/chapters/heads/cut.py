"""One piece's vector, split into heads and joined again."""

from __future__ import annotations

from dataclasses import dataclass

from explainer.analysis.head_roles import Kind
from explainer.analysis.sublayer import inputs_of
from explainer.chapters.heads.cutrows import Row, cut_payload, cutrows
from explainer.frame import chapter
from explainer.frame.symbols import SIDES
from explainer.frame.view import View
from explainer.text import Text
from explainer.translation import Translation, prefix_of


@dataclass(frozen=True)
class Heads:
    """What is chosen on the page, counted from 0."""

    kind: Kind
    layer: int
    head: int
    row: int

    @property
    def prefix(self) -> str:
        return prefix_of(self.kind, self.layer)


def draw_cut(view: View, chosen: Heads) -> None:
    """The seven lines, each head in its place."""
    translation = view.translation
    text, trace, prefix = view.text, translation.trace, chosen.prefix
    heads, rows, _ = trace[f"{prefix}.heads"].shape
    labels = [text("heads.head_label", head=i + 1) for i in range(heads)]
    with chapter.figure(text("heads.cut"), text("heads.cut_line")):
        data = cut_payload(
            rows=_rows(text, translation, chosen),
            chosen=chosen.head,
            head_labels=labels,
            name=text("heads.cut_alt", heads=heads),
            dark=view.dark,
        )
        cutrows(data, key="heads_cut")


def _rows(text: Text, translation: Translation, chosen: Heads) -> list[Row]:
    """The seven lines, each (N, K); a whole vector is laid out as N runs."""
    trace, prefix, at = translation.trace, chosen.prefix, chosen.row
    q, weights, heads = (trace[f"{prefix}.{part}"] for part in ("q", "weights", "heads"))
    count, length, dims = q.shape
    width = count * dims
    side = "source" if chosen.kind == "encoder" else "target"
    asked, seen = SIDES[chosen.kind]
    flat = f"(B, {asked}, d_model) = {(1, length, width)}"
    cut = f"(B, H, {asked}, d_k) = {(1, count, length, dims)}"
    x = trace[inputs_of(trace, prefix)[0]][at].reshape(count, dims)
    grid = f"(B, H, {asked}, {seen}) = {(1, *weights.shape)}"
    return [
        Row(text("heads.cut_row_x"), flat, x, side, cut=False, mixed=True),
        Row(text("heads.cut_row_q"), flat, q[:, at], "q", cut=False),
        Row(text("heads.cut_row_split"), cut, q[:, at], "q", cut=True),
        Row(
            text("heads.cut_row_weights"),
            grid,
            weights[:, at],
            "weight",
            cut=True,
            share=True,
        ),
        Row(text("heads.cut_row_heads"), cut, heads[:, at], "v", cut=True),
        Row(
            text("heads.cut_row_concat"),
            flat,
            trace[f"{prefix}.concat"][at].reshape(count, dims),
            "v",
            cut=False,
        ),
        Row(
            text("heads.cut_row_out"),
            flat,
            trace[f"{prefix}.out"][at].reshape(count, dims),
            side,
            cut=False,
            mixed=True,
        ),
    ]


def draw_shapes(text: Text, translation: Translation, chosen: Heads) -> None:
    """The shapes in the order they change, with the sentence's own numbers."""
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
