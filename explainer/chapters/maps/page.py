"""Attention maps: every layer and head of the run, one of them large, one cell as a formula."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.maps.formula import draw_formula
from explainer.chapters.maps.notes import (
    draw_honesty,
    draw_mistake,
    draw_notes,
    draw_shapes,
    role_help,
)
from explainer.chapters.maps.state import Choice, attention_arrays, read_choice
from explainer.chapters.maps.view import (
    FIRST,
    Arrays,
    Figure,
    Roles,
    draw_grid,
    draw_lines,
    draw_map,
    draw_table,
    make_figure,
    role_sentence,
)
from explainer.frame import beats
from explainer.frame.cells import Cell
from explainer.frame.page import Beat, Page
from explainer.frame.view import View
from explainer.text import Text


def draw(view: View) -> None:
    translation = view.translation
    text, arrays = view.text, attention_arrays(translation)
    choice = read_choice(text, translation, arrays)
    st.caption(_kind_line(text, choice))
    figure = make_figure(text, translation, arrays, choice)
    with st.container(border=True, key="figure_maps"):
        cell = _figures(view, arrays, figure)
        draw_notes(text, translation, figure, cell)
        draw_table(text, figure)
    beats.here()
    numbers, shapes = st.columns(2, gap="large")
    with numbers:
        draw_formula(view, arrays, figure, cell)
    with shapes:
        draw_shapes(text, translation, figure)


def _figures(view: View, arrays: Arrays, figure: Figure) -> Cell:
    """Grid and box beside the map; two maps, or a wide one, stand below them."""
    translation = view.translation
    text, choice = view.text, figure.choice
    left, right = st.columns([0.4, 0.6], gap="large")
    with left:
        st.subheader(text("maps.overview"), anchor=False, help=role_help(text))
        st.caption(text("maps.overview_line"))
        roles = draw_grid(view, arrays, figure)
    if choice.other is None and not figure.is_wide:
        with left:
            draw_honesty(text, translation, arrays, figure)
        with right:
            return _one(view, figure, FIRST, roles)
    with right:
        draw_honesty(text, translation, arrays, figure)
    if choice.other is None:
        return _one(view, figure, FIRST, roles)
    first, second = st.columns(2, gap="medium")
    with second:
        other = make_figure(text, translation, arrays, choice.compared())
        _one(view, other, "two", roles)
    with first:
        return _one(view, figure, FIRST, roles)


def _one(view: View, figure: Figure, slot: str, roles: Roles) -> Cell:
    """One map with its name, what the head seems to do, and the same weights as lines."""
    st.subheader(figure.name, anchor=False)
    options = figure.choice.options
    if options.combine == "one":
        st.markdown(role_sentence(view.text, roles[options.layer][figure.choice.head]))
    cell = draw_map(view, figure, slot)
    st.caption(view.text("maps.map_hint"))
    draw_lines(view, figure, slot)
    st.caption(view.text("maps.lines_hint"))
    return cell


def _kind_line(text: Text, choice: Choice) -> str:
    return text.each("maps.kind_*_line", "encoder", "decoder", "cross")[choice.options.kind]


PAGE = Page(
    draw,
    draw_mistake,
    beats=(
        Beat("encoder", {"kind": "encoder"}),
        Beat("decoder", {"kind": "decoder"}),
        Beat("cross", {"kind": "cross"}),
        Beat("mean", {"kind": "cross", "combine": "mean"}),
    ),
)
