"""Several queries at once: the smoother as a product of two tables, and attention beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.smoothing import HIGH, LOW, KernelName, columns, kernel_weights, smooth
from explainer.charts.cell_map import cell_map
from explainer.frame import chapter, choices
from explainer.frame.formula import in_colour, tones
from explainer.frame.tables import Column, show_table
from explainer.translation import prefix_of

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text

Floats = NDArray[np.float64]
FEWEST, MOST, FIRST = 2, 9, 4  # queries
ROWS, ROW = 7, 35  # of a table, its head among them, and pixels of each
NAMED = 5  # every so many keys have their number: all would not fit on a phone


def draw_several(view: View, bandwidth: float, kernel: KernelName) -> None:
    """Folded: weights (Q, N) times the table of values (N, C) is the table of answers (Q, C)."""
    text = view.text
    place = chapter.fold(text("lookup.several"), key="lookup_several")
    if not place.open:
        return
    with place:
        st.markdown(text("lookup.several_line"))
        count = choices.whole_number(
            text, "lookup_queries", text("lookup.queries"), FEWEST, MOST, FIRST
        )
        queries = np.linspace(LOW, HIGH, count + 2)[1:-1]
        keys, values = columns()
        weights = kernel_weights(queries, keys, bandwidth, kernel)
        answers = smooth(queries, keys, values, bandwidth, kernel)
        _weights(view, queries, keys, weights)
        given, right = st.columns(2, gap="large")
        with given:
            _table(text, text("lookup.table_given", count=len(keys)), "k", keys, values)
        with right:
            _table(text, text("lookup.table_found", count=count), "q", queries, answers)
            if np.isnan(answers).any():
                st.caption(text("lookup.several_none"))
        chapter.formula(text, _equations(view, weights, values, answers))
        _beside_attention(view, weights, values)


def _weights(view: View, queries: Floats, keys: Floats, weights: Floats) -> None:
    text = view.text
    chapter.chart(
        cell_map(
            values=np.nan_to_num(weights).astype(np.float32),
            row_labels=[f"{q:.2f}" for q in queries],
            key_labels=[f"{k:.2f}" if i % NAMED == 0 else "" for i, k in enumerate(keys)],
            row_title=text("lookup.query_place"),
            key_title=text("lookup.axis_key"),
            value_title=text("words.weight"),
            dark=view.dark,
            row_colour="ink",
            key_colour="k_text",
        ),
        text("lookup.several_alt", queries=len(queries), keys=len(keys)),
        "lookup_several_map",
    )


def _table(text: Text, title: str, place: str, places: Floats, numbers: Floats) -> None:
    """One row a place: what stands there of each of the C columns; nothing where it is 0/0."""
    st.markdown(f"**{title}**")
    names = [text("lookup.wave"), text("lookup.jump"), text("lookup.straight")]
    answers = {
        str(i): Column(name, [None if np.isnan(x) else float(x) for x in numbers[:, i]], "%.3f")
        for i, name in enumerate(names)
    }
    show_table(
        title,
        {place: Column(place, places, "%.2f"), **answers},
        height=min(ROWS, 1 + len(places)) * ROW + 2,
    )


def _equations(view: View, weights: Floats, values: Floats, answers: Floats) -> list[str]:
    """The product, and its first number that is one: a row of W times a column of V."""
    colours = tones(view.dark)
    w, v = in_colour(colours, "weight", "W"), in_colour(colours, "v", "V")
    lines = [rf"U = {w}\, {v}", rf"U_{{qc}} = \textstyle\sum_j {w}_{{qj}}\, {v}_{{jc}}"]
    possible = np.flatnonzero(~np.isnan(answers[:, 0]))
    if len(possible):
        q = int(possible[0])
        best = int(weights[q].argmax())
        share = in_colour(colours, "weight", f"{weights[q, best]:.3f}")
        value = in_colour(colours, "v", f"({values[best, 0]:.3f})")
        answer = f"{answers[q, 0]:.3f}"
        lines.append(rf"U_{{{q + 1},1}} = {share} \cdot {value} + \cdots = \mathbf{{{answer}}}")
    return lines


def _beside_attention(view: View, weights: Floats, values: Floats) -> None:
    """The same product in a head of the model, where it is computed anew from its two tables."""
    text = view.text
    queries, keys = weights.shape
    rows = [
        ("W", "Q, n", (queries, keys)),
        ("V", "n, c", values.shape),
        ("U = W V", "Q, c", (queries, values.shape[1])),
    ]
    if view.maybe_translation is not None:
        name = prefix_of("cross", 0)
        model, v, out = (
            view.translation.trace[f"{name}.{part}"][0] for part in ("weights", "v", "heads")
        )
        rows += [
            ("weights", "T, S", model.shape),
            ("v", "S, d_k", v.shape),
            ("weights v", "T, d_k", out.shape),
        ]
    chapter.shapes(text, rows, text("lookup.several_shapes"), own=("Q", "n", "c"))
    if view.maybe_translation is not None:
        st.caption(text("lookup.several_attention"))
        again = model.astype(np.float64) @ v.astype(np.float64)
        chapter.agreement(text, float(np.abs(again - out).max()))
