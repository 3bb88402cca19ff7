"""Common mistake: taking k and v of cross-attention from the wrong side."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.sublayer import output_with_query_side_keys, recompute
from explainer.chapters.cell.state import CellChoice
from explainer.charts.lookup import head_outputs
from explainer.frame import chapter
from explainer.frame.pickers import start_step
from explainer.frame.view import View
from explainer.runs.resources import weights
from explainer.translation import prefix_of


def draw_mistake(view: View, choice: CellChoice) -> None:
    """Show it on cross-attention, in the chosen layer, head and row."""
    text, translation = view.text, view.translation
    n_layers, n_heads, n_rows, _ = translation.attention("cross").shape
    layer, head = min(choice.layer, n_layers - 1), min(choice.place.head, n_heads - 1)
    row = choice.place.row if choice.kind == "cross" else start_step(translation)
    row = min(row, n_rows - 1)
    prefix = prefix_of("cross", layer)
    parameters = weights(view.translator_name, prefix)
    again = recompute(translation.trace, prefix, parameters)
    model = translation.trace[f"{prefix}.heads"][head, row].astype(np.float64)
    right, wrong = again.heads[head, row], output_with_query_side_keys(again, parameters, head)[row]
    chapter.wrong(text, text("cell.wrong_line"))
    st.caption(text("cell.wrong_cell", layer=layer + 1, head=head + 1, row=row + 1))
    names = (text("cell.wrong_model"), text("cell.wrong_memory"), text("cell.wrong_query"))
    spec = head_outputs(
        model=model,
        right=right,
        wrong=wrong,
        names=names,
        label_title=text("cell.wrong_axis"),
        value_title=text("cell.wrong_value"),
        by_title=text("cell.wrong_by"),
        dark=view.dark,
    )
    chapter.chart(spec, text("cell.wrong_alt"))
    st.markdown(text("cell.wrong_wrong", difference=f"{np.abs(wrong - model).max():.2f}"))
