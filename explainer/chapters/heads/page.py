"""Many heads: what each attends to, the maps of all of them, and their cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.heads.cost import draw_own, draw_price, equations
from explainer.chapters.heads.formula import equations as cell_equations
from explainer.chapters.heads.looks import draw_attention_lines, draw_grid
from explainer.chapters.heads.maps import (
    Arrays,
    Figure,
    attention_arrays,
    draw_map,
    draw_table,
    make_figure,
    notes,
    special_fact,
)
from explainer.chapters.heads.mistake import draw_mistake
from explainer.chapters.heads.shapes import draw_shapes
from explainer.chapters.heads.state import (
    LIT,
    Heads,
    agreement,
    cell_params,
    read_choice,
    read_heads,
    usual_row,
)
from explainer.chapters.heads.uses import draw_uses
from explainer.frame import chapter, teaching
from explainer.frame.maps import Cell
from explainer.frame.navigation import open_page
from explainer.frame.page import Beat, Page
from explainer.frame.pickers import ROW
from explainer.frame.view import View
from explainer.runs.roles import head_roles
from explainer.text import Text

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

MODULE = "explainer.model.attention"
LATE = 3  # a layer, from 1: the last of the project's models
PRICED = ("heads_width", "heads_count", "heads_dims")  # in the address: choices behind the fold


def draw(view: View) -> Heads:
    """Draw a row in all heads of a layer, all heads of all layers, and the chosen head's map.

    Cost and parameters are in a fold.
    """
    text, translation = view.text, view.translation
    with chapter.figure(text("heads.looks"), text("heads.looks_line")):
        controls, drawing, grid = st.container(), st.container(), st.container()
        with controls:
            chosen = read_heads(text, translation)
        with drawing:
            draw_attention_lines(view, chosen)
    _map(view, chosen, grid)
    _more(view, chosen)
    return chosen


def _map(view: View, chosen: Heads, grid: DeltaGenerator) -> None:
    """Draw the large map, its notes and its chosen cell's formula; in `grid` the small maps."""
    text, translation = view.text, view.translation
    arrays = attention_arrays(translation)
    with chapter.figure(text("heads.map")):
        places = st.columns([0.58, 0.42], gap="large")
        below = st.container()
        with below:
            choice = read_choice(text, chosen, arrays[chosen.kind].shape[1])
        figure = make_figure(text, translation, arrays, choice)
        with grid:
            draw_grid(view, chosen, choice)
        left, right = (st.container(), st.container()) if figure.is_wide else places
        with left:
            cell = draw_map(view, figure, chosen.row, _hint(text, chosen))
        with right:
            chapter.name_chart(figure.name, special_fact(text, translation, arrays, figure))
            st.text(
                "\n".join([_reading(text, figure, cell), *notes(text, translation, figure, cell)])
            )
        draw_table(text, figure)
    formulas, shapes = chapter.details()
    with formulas:
        _formula(view, chosen, arrays, figure, cell)
    with shapes:
        draw_shapes(text, translation, chosen)
    chapter.code(
        text, MODULE, "MultiHeadAttention.forward", more=[(MODULE, "MultiHeadAttention.split")]
    )


def _hint(text: Text, chosen: Heads) -> str:
    told = text.each("heads.kind_*_line", "encoder", "decoder", "cross")[chosen.kind]
    hints = [told, text("heads.map_hint")]
    if not teaching.hides("formula"):
        hints.append(text("heads.map_click"))
    return " ".join(hints)


def _reading(text: Text, figure: Figure, cell: Cell) -> str:
    """Describe the framed cell: which token attends to which, and how much."""
    shown, (row, column) = figure.shown, cell
    looks, at = shown.row_labels[row], shown.key_labels[column]
    return text("heads.reading", row=looks, column=at, weight=f"{shown.weights[cell]:.2f}")


def _formula(view: View, chosen: Heads, arrays: Arrays, figure: Figure, cell: Cell) -> None:
    """Draw the cell's formula and that of several heads, and the link to the page of the cell."""
    text, shown = view.text, figure.shown
    heads, _, dims = view.translation.trace[f"{chosen.prefix}.q"].shape
    lines = [*cell_equations(view, arrays, figure, cell), *equations(heads, dims)]
    chapter.formula(text, lines, "", *agreement(view, chosen))
    if not teaching.hides("formula"):
        row = text("words.cell_row", row=shown.row_labels[cell[0]])
        st.text(f"{row}\n{text('words.cell_key', column=shown.key_labels[cell[1]])}")
    if st.button(text("heads.to_cell"), key="heads_to_cell", icon=":material/east:"):
        column = str(figure.shown.key_groups[cell[1]][0] + 1)
        open_page("cell", text, {**cell_params(chosen), "col": column})


def _more(view: View, chosen: Heads) -> None:
    """Draw the fold on the origin of Q, K, V and on cost; computes nothing while closed."""
    asked = any(name in st.query_params for name in PRICED)
    fold = chapter.fold(view.text("heads.more"), key="heads_more", expanded=asked)
    if not fold.open:
        return
    with fold:
        draw_uses(view, chosen.layer)
        draw_price(view, chosen)
        draw_own(view)


def looked_at(view: View) -> dict[str, object]:
    """Count the tokens that the heads attend to in the page's default row."""
    translation = view.translation
    weights = translation.attention("cross")
    layer, row = usual_row(translation, "cross")
    return {"count": len({*weights[layer, :, row].argmax(axis=-1).tolist()})}


def pairs_looked_at(view: View) -> dict[str, object]:
    """Count the heads of layer LATE, or of the last one, that attend to the translation pair."""
    layers = head_roles(view.translation, "cross")[:LATE]
    roles = [role.role for role in layers[-1]]
    pairs = roles.count("pair") + roles.count("around")
    return {"layer": len(layers), "pairs": pairs, "heads": len(roles)}


def encoder_looks(view: View) -> dict[str, object]:
    """Count the heads of the default encoder layer with the token itself or a neighbour as role."""
    layer, _ = usual_row(view.translation, "encoder")
    roles = [role.role for role in head_roles(view.translation, "encoder")[layer]]
    near = sum(roles.count(role) for role in ("near", "previous", "next"))
    return {"layer": layer + 1, "same": roles.count("same"), "near": near}


PAGE = Page(
    draw,
    draw_mistake,
    live=True,
    beats=(
        Beat("cross", lets_go=(LIT, ROW), fills=looked_at),
        Beat("last", {"layer": str(LATE)}, fills=pairs_looked_at),
        Beat("encoder", {"kind": "encoder"}, fills=encoder_looks),
        Beat("decoder", {"kind": "decoder"}),
    ),
)
