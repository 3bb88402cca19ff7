"""The figure of the cell page: ten steps with their numbers, as drawing and tables."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.cell_steps import STAGES, CellSteps, OutChannel
from explainer.analysis.sublayer import Floats
from explainer.chapters.cell.data import blank, cell_data
from explainer.chapters.cell.numbers import Cell
from explainer.chapters.cell.state import (
    CellChoice,
    beat_steps,
    dispatch_choice,
    is_unread,
    read_stage,
)
from explainer.drawings import drawing
from explainer.frame import chapter
from explainer.frame.symbols import SIDES
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import decimal, percent, power

KEY: Final = "cell_steps"


def plain(value: float) -> str:
    """Format a number of the list of steps: two or three decimals, a true minus sign."""
    if np.isfinite(value) and abs(value) >= 1e5:
        return power(value, 1)
    return decimal(value, 2 if abs(value) >= 1 else 3)


def _summand(value: float) -> str:
    """Format a summand, a negative one in brackets."""
    return f"({plain(value)})" if value < 0 else plain(value)


def stage_names(text: Text) -> dict[str, str]:
    return text.each("cell.*", *STAGES)


def stage_lines(text: Text, steps: CellSteps, dim: int, out: OutChannel) -> list[dict[str, str]]:
    """Return name, numbers and a sentence for every step, for dimension `dim` where it matters."""
    width, dims = len(steps.x), len(steps.q)
    handed, gathered = float(steps.contribution[dim]), float(steps.head_out[dim])
    mask = 0.0 if steps.is_allowed else -np.inf
    numbers = {
        "project": (f"{width} → {dims}", ""),
        "product": (
            f"{plain(steps.q[dim])} × {_summand(steps.k[dim])}",
            plain(steps.products[dim]),
        ),
        "sum": ("Σ q·k", plain(steps.dot)),
        "scale": (f"{plain(steps.dot)} ÷ {plain(steps.root)}", plain(steps.score)),
        "mask": (
            f"{plain(steps.score)} + {'0' if steps.is_allowed else _summand(mask)}",
            plain(steps.masked_score),
        ),
        "softmax": (
            f"{plain(steps.numerator)} ÷ {plain(steps.denominator)}",
            f"{steps.weight:.3f}",
        ),
        "value": (
            f"{steps.weight:.3f} × {_summand(steps.values[steps.place.column, dim])}",
            plain(handed),
        ),
        "head": (f"{plain(handed)} + {_summand(gathered - handed)}", plain(gathered)),
        "concat": (f"{steps.first + 1} … {steps.first + dims}", ""),
        "out": (
            f"{plain(out.this_head)} + {_summand(out.other_heads)} + {_summand(out.bias)}",
            plain(out.this_head + out.other_heads + out.bias),
        ),
    }
    names = stage_names(text)
    return [
        {
            "name": names[stage],
            "expression": numbers[stage][0],
            "result": numbers[stage][1],
            "line": stage_line(text, steps, stage, out),
        }
        for stage in STAGES
    ]


def stage_line(text: Text, steps: CellSteps, stage: str, out: OutChannel) -> str:
    """Return one sentence about the selected step."""
    width, dims = len(steps.x), len(steps.q)
    if stage == "mask" and not steps.is_allowed:
        return text("cell.mask_hidden_line")
    return {
        "project": text("cell.project_line", width=width, dims=dims),
        "product": text("cell.product_line"),
        "sum": text("cell.sum_line", dims=dims),
        "scale": text("cell.scale_line", dims=dims, root=plain(steps.root)),
        "mask": text("cell.mask_line"),
        "softmax": text("cell.softmax_line", share=percent(steps.weight)),
        "value": text("cell.value_line", weight=f"{steps.weight:.3f}"),
        "head": text("cell.head_line"),
        "concat": text(
            "cell.concat_line", heads=width // dims, first=steps.first + 1, last=steps.first + dims
        ),
        "out": text("cell.out_line", width=width, channel=out.channel + 1),
    }[stage]


def draw_steps(view: View, choice: CellChoice, cell: Cell) -> str:
    """Draw the figure; return the name of the selected step."""
    text, steps, place = view.text, cell.steps, choice.place
    index = read_stage(text)
    at = {"stage": index, "dim": cell.dim}
    weights = view.translation.attention(choice.kind)[choice.layer, place.head]
    data = {
        **cell_data(steps, cell.parameters, weights, choice),
        "at": at,
        "plays": is_unread(),
        "stages": stage_lines(text, steps, cell.dim, cell.out),
        "groups": [len(told) for told in beat_steps().values()],
    }
    with st.container(border=True, key="figure_cell"):
        drawing(
            "cell/cellsteps",
            data,
            words=text.section("cell.cellsteps"),
            key=KEY,
            chosen=at,
            on_choice=partial(dispatch_choice, choice.crumbs, len(steps.q)),
            blank=blank,
        )
    return STAGES[index]


def draw_numbers(text: Text, choice: CellChoice, cell: Cell, stage: str) -> None:
    """Draw the steps so far as tables; sends nothing while they are closed."""
    place = chapter.table(text("cell.table"), "cell_table")
    if not place.open:
        return
    at = STAGES.index(stage)
    with place:
        for title, known in ((text("cell.table_dims"), _dims), (text("cell.table_row"), _row)):
            columns = known(text, choice, cell.steps)
            shown = {name: column for name, (since, column) in columns.items() if at >= since}
            show_table(title, shown)


Columns = dict[str, tuple[int, Column]]  # by name, with the step that first has them


def _dims(text: Text, choice: CellChoice, steps: CellSteps) -> Columns:
    """Return a table row for every dimension of the head."""
    numbers = list(range(1, len(steps.q) + 1))
    head = text("cell.cellsteps.head")
    return {
        "dim": (0, Column(text("cell.cellsteps.slider"), numbers)),
        "q": (0, Column("q", steps.q, "%.3f")),
        "k": (0, Column("k", steps.k, "%.3f")),
        "product": (1, Column(text("cell.product_side"), steps.products, "%.3f")),
        "v": (6, Column("v", steps.values[steps.place.column], "%.3f")),
        "handed": (6, Column(text("cell.col_handed"), steps.contribution, "%.3f")),
        "head": (7, Column(head, steps.head_out, "%.3f")),
    }


def _row(text: Text, choice: CellChoice, steps: CellSteps) -> Columns:
    """Return a table row for every key; up to the softmax only the selected cell has numbers."""
    masked = np.where(steps.allowed, steps.scores, -np.inf)
    mine = steps.place.column

    def own(values: Floats) -> list[float | None]:
        return [float(value) if key == mine else None for key, value in enumerate(values)]

    return {
        "key": (0, Column(text("cell.col_key"), choice.keys)),
        "dot": (2, Column(text("cell.line_dot"), own(steps.dots), "%.3f")),
        "score": (3, Column(text("cell.cellsteps.score"), own(steps.scores), "%.3f")),
        "masked": (5, Column(text("cell.col_masked"), [plain(value) for value in masked])),
        "exp": (5, Column(text("cell.col_exp"), np.exp(masked), "%.3f")),
        "weight": (5, Column(text("cell.col_weight"), steps.weights, "%.3f")),
    }


def draw_shapes(text: Text, choice: CellChoice, shapes: dict[str, tuple[int, ...]]) -> None:
    """Draw the tensor shapes of this attention in order, with the batch axis."""
    asked, seen = SIDES[choice.kind]
    head, whole = f"B, H, {asked}, d_k", f"B, {asked}, d_model"
    keys, grid = f"B, H, {seen}, d_k", f"B, H, {asked}, {seen}"
    axes = {
        "q": head,
        "k": keys,
        "scores": grid,
        "weights": grid,
        "v": keys,
        "heads": head,
        "concat": whole,
        "out": whole,
    }
    rows = [(name, axes[name], (1, *shapes[name])) for name in axes]
    chapter.shapes(text, rows)
