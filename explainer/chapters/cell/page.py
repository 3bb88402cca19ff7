"""One cell of an attention map, step by step, from the two vectors to the sub-layer's output."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.cell.formula import equations
from explainer.chapters.cell.mistake import draw_mistake
from explainer.chapters.cell.numbers import agreement, cell_numbers
from explainer.chapters.cell.state import STAGE, CellChoice, beat_steps, read_cell
from explainer.chapters.cell.view import draw_numbers, draw_shapes, draw_steps
from explainer.frame import beats, chapter
from explainer.frame.navigation import open_page
from explainer.frame.page import Beat, Page
from explainer.frame.view import View
from explainer.text import Text


def draw(view: View) -> CellChoice:
    """Draw the chosen cell: its steps, formula, shapes, code and links."""
    text, translation = view.text, view.translation
    choice = read_cell(text, translation)
    cell = cell_numbers(view.translator_name, translation, choice)
    stage = draw_steps(view, choice, cell)
    beats.here()
    agreement(text, cell)
    draw_numbers(text, choice, cell, stage)
    left, right = chapter.details()
    with left:
        lines = equations(text, cell.steps, stage, cell.dim, cell.out, cell.parameters, view.dark)
        chapter.formula(text, lines)
        _links(text, choice)
    with right:
        draw_shapes(text, choice, cell.shapes)
    _code(text, stage)
    return choice


def _links(text: Text, choice: CellChoice) -> None:
    """Draw links to all heads and to this cell in its map."""
    if st.button(text("cell.to_heads"), key="cell_to_heads", icon=":material/splitscreen:"):
        open_page("heads", text, choice.params())


def _code(text: Text, stage: str) -> None:
    """Draw the code of the step: of the projections and output, or of the weights."""
    module = "explainer.model.attention"
    if stage in ("project", "head", "concat", "out"):
        chapter.code(text, module, "MultiHeadAttention.forward")
    else:
        chapter.code(text, module, "attention_weights")


def _beat(id: str, steps: range) -> Beat:
    """Make the beat that selects the last of its steps and covers all of them."""
    first, last = str(steps[0]), str(steps[-1])
    label = first if first == last else f"{first}–{last}"
    return Beat(id, {STAGE: last}, {STAGE: tuple(map(str, steps))}, label)


PAGE = Page(
    draw,
    draw_mistake,
    live=True,
    beats=tuple(_beat(id, steps) for id, steps in beat_steps().items()),
)
