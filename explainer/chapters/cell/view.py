"""The figure of the page of one cell: the list of steps with their numbers, and the drawing."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.cell_steps import STAGES, CellSteps, OutChannel
from explainer.chapters.cell.cellsteps import CellWords, StageLine, cell_payload, cellsteps
from explainer.chapters.cell.state import CellChoice, obey, read_stage
from explainer.frame import chapter
from explainer.frame.symbols import SIDES
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import decimal, power, true_minus

KEY: Final = "cell_steps"


def plain(value: float) -> str:
    """A number for the list of steps: two or three decimals, a true minus sign."""
    if np.isinf(value):
        return decimal(value)
    digits = power(value, 1) if abs(value) >= 1e5 else f"{value:.{2 if abs(value) >= 1 else 3}f}"
    return true_minus(digits)


def _summand(value: float) -> str:
    """A summand: a negative one stands in brackets."""
    return f"({plain(value)})" if value < 0 else plain(value)


def stage_names(text: Text) -> dict[str, str]:
    return {
        "project": text("cell.project"),
        "product": text("cell.product"),
        "sum": text("cell.sum"),
        "scale": text("cell.scale"),
        "mask": text("cell.mask"),
        "softmax": text("cell.softmax"),
        "value": text("cell.value"),
        "head": text("cell.gather"),
        "concat": text("cell.concat"),
        "out": text("cell.out"),
    }


def stage_lines(text: Text, steps: CellSteps, dim: int, out: OutChannel) -> list[StageLine]:
    """Every step with its numbers: those of the framed dimension where there are many."""
    width, dims = len(steps.x), len(steps.q)
    handed, gathered = float(steps.handed[dim]), float(steps.head_out[dim])
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
            f"{plain(out.own)} + {_summand(out.others)} + {_summand(out.bias)}",
            plain(out.own + out.others + out.bias),
        ),
    }
    names = stage_names(text)
    return [StageLine(names[stage], *numbers[stage]) for stage in STAGES]


def stage_line(text: Text, steps: CellSteps, stage: str, out: OutChannel) -> str:
    """One sentence about the step that is shown."""
    width, dims = len(steps.x), len(steps.q)
    if stage == "mask" and not steps.is_allowed:
        return text("cell.mask_hidden_line")
    return {
        "project": text("cell.project_line", width=width, dims=dims),
        "product": text("cell.product_line"),
        "sum": text("cell.sum_line", dims=dims),
        "scale": text("cell.scale_line", dims=dims, root=plain(steps.root)),
        "mask": text("cell.mask_line"),
        "softmax": text("cell.softmax_line", share=f"{steps.weight:.1%}"),
        "value": text("cell.value_line", weight=f"{steps.weight:.3f}"),
        "head": text("cell.gather_line"),
        "concat": text(
            "cell.concat_line", heads=width // dims, first=steps.first + 1, last=steps.first + dims
        ),
        "out": text("cell.out_line", width=width, channel=out.channel + 1),
    }[stage]


def words(text: Text, steps: CellSteps) -> CellWords:
    """Finished words for the drawing; the holes of `dim` and `column` are filled there."""
    dims = len(steps.q)
    return CellWords(
        x=text("cell.x_side"),
        m=text("cell.m_side"),
        product=text("cell.product_side"),
        bars=text("cell.bars", width=len(steps.x), dims=dims),
        slider=text("cell.slider"),
        dim=text("cell.dim", i="{i}", q="{q}", k="{k}", p="{p}"),
        row=text("cell.whole_row"),
        column=text("cell.column_button", piece="{piece}", weight="{weight}"),
        lines=(
            text("cell.line_dot"),
            text("cell.line_scale", dims=dims),
            text("cell.line_mask"),
            text("cell.line_softmax"),
        ),
        head=text("cell.head_side"),
        concat=text("cell.concat_side"),
        out=text("cell.out_side"),
        project=text("cell.out_arrow"),
        stages=text("cell.stages"),
    )


def draw_steps(view: View, choice: CellChoice, steps: CellSteps, dim: int, out: OutChannel) -> str:
    """The framed figure with its scrubber; returns the name of the step that is shown."""
    text = view.text
    with st.container(border=True, key="figure_cell"):
        heading, line = st.empty(), st.empty()
        index = read_stage(text)
        stage = STAGES[index]
        name = stage_names(text)[stage]
        heading.subheader(text("cell.figure", number=index + 1, name=name), anchor=False)
        line.markdown(stage_line(text, steps, stage, out))
        data = cell_payload(
            steps,
            kind=choice.kind,
            stage=index,
            dim=dim,
            pieces=choice.keys,
            names=choice.names,
            stages=stage_lines(text, steps, dim, out),
            words=words(text, steps),
            dark=view.dark,
        )
        cellsteps(data, key=KEY, on_pick=obey)
        st.caption(text("cell.figure_line"))
        _table(text, choice, steps)
    return stage


def _table(text: Text, choice: CellChoice, steps: CellSteps) -> None:
    """The row of the cell as numbers; nothing is sent while it is closed."""
    place = chapter.table(text("cell.table"), "cell_table")
    if not place.open:
        return
    masked = np.where(steps.allowed, steps.scores, -np.inf)
    handed = steps.weights * np.linalg.norm(steps.values, axis=1)
    columns = {
        "key": Column(text("cell.col_key"), choice.keys),
        "dot": Column(text("cell.line_dot"), steps.dots, "%.3f"),
        "score": Column(text("cell.col_score"), steps.scores, "%.3f"),
        "masked": Column(text("cell.col_masked"), [plain(value) for value in masked]),
        "exp": Column(text("cell.col_exp"), np.exp(masked), "%.3f"),
        "weight": Column(text("cell.col_weight"), steps.weights, "%.3f"),
        "handed": Column(text("cell.col_handed"), handed, "%.3f"),
    }
    with place:
        show_table(text("cell.table"), columns)


def draw_shapes(text: Text, choice: CellChoice, shapes: dict[str, tuple[int, ...]]) -> None:
    """The tensors of this attention in the order they are made, with the batch axis."""
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
