"""Attention maps: every layer and head of the run, one of them large, one cell as a formula."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.maps.formula import draw_formula
from explainer.chapters.maps.notes import (
    draw_notes,
    draw_shapes,
    role_help,
    special_fact,
)
from explainer.chapters.maps.prediction import PREDICT
from explainer.chapters.maps.state import attention_arrays, read_choice
from explainer.chapters.maps.view import (
    Arrays,
    Figure,
    draw_grid,
    draw_lines,
    draw_map,
    draw_table,
    make_figure,
)
from explainer.frame import beats, chapter, teaching
from explainer.frame.cells import Cell
from explainer.frame.page import Beat, Page
from explainer.frame.view import View
from explainer.text import Text


def draw(view: View) -> None:
    """The map first; how it is drawn can be changed below it."""
    translation = view.translation
    text, arrays = view.text, attention_arrays(translation)
    with st.container(border=True, key="figure_maps"):
        above = st.container(
            horizontal=True, vertical_alignment="center", gap="medium", key="maps_head"
        )
        place, below = st.container(), st.container()
        choice = read_choice(text, translation, arrays, above, below)
        figure = make_figure(text, translation, arrays, choice)
        above.subheader(figure.name, anchor=False, width="content")
        with place:
            cell = _figures(view, arrays, figure)
        above.text(_reading(text, figure, cell))
        draw_notes(text, translation, figure, cell)
        st.caption(special_fact(text, translation, arrays, figure))
        draw_table(text, figure)
    beats.here()
    numbers, shapes = chapter.details()
    with numbers:
        draw_formula(view, arrays, figure, cell)
    with shapes:
        draw_shapes(text, translation, figure)


def _reading(text: Text, figure: Figure, cell: Cell) -> str:
    """What the framed cell says: who looks at whom, and how much."""
    shown, (row, column) = figure.shown, cell
    looks, at = shown.row_labels[row], shown.key_labels[column]
    return text("maps.reading", row=looks, column=at, weight=f"{shown.weights[cell]:.2f}")


def _figures(view: View, arrays: Arrays, figure: Figure) -> Cell:
    """The map beside the grid of all maps; a wide one stands above it."""
    left, right = (
        (st.container(), st.container())
        if figure.is_wide
        else st.columns([0.58, 0.42], gap="large")
    )
    with left:
        cell = _one(view, figure)
    with right:
        _overview(view, arrays, figure)
    return cell


def _overview(view: View, arrays: Arrays, figure: Figure) -> None:
    text = view.text
    st.subheader(text("maps.overview"), anchor=False, help=role_help(text))
    draw_grid(view, arrays, figure)


def _one(view: View, figure: Figure) -> Cell:
    """The map and, if they are wanted, the same weights as lines."""
    text, kind = view.text, figure.choice.options.kind
    cell = draw_map(view, figure)
    told = text.each("maps.kind_*_line", "encoder", "decoder", "cross")[kind]
    hints = [told, text("maps.map_hint")]
    if not teaching.hides("formula"):
        hints.append(text("maps.map_click"))
    st.caption(" ".join(hints))
    if figure.choice.lines:
        draw_lines(view, figure, cell[0])
        st.caption(text("maps.lines_hint"))
    return cell


PAGE = Page(
    draw,
    beats=(
        Beat("encoder", {"kind": "encoder"}),
        Beat("decoder", {"kind": "decoder"}),
        Beat("cross", {"kind": "cross"}),
        Beat("mean", {"kind": "cross", "combine": "mean"}),
    ),
    predict=PREDICT,
)
