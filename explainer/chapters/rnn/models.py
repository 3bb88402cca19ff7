"""The six models of one protocol, as they were measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import streamlit as st

from explainer.chapters.rnn.bottleneck import FOLDERS
from explainer.data.recurrent import measured
from explainer.frame import chapter
from explainer.frame.recurrent import model_names

if TYPE_CHECKING:
    from explainer.frame.view import View


def draw_models(view: View) -> None:
    """A row a model in the order of history."""
    text, names = view.text, model_names(view.text)
    found = [(kind, measured()[name]) for kind, name in FOLDERS.items() if name in measured()]
    if not found:
        st.info(text("rnn.no_comparison"), icon=":material/info:")
        return
    config = st.column_config
    rows = [
        {
            "model": names[kind],
            "parameters": one.parameters,
            "bleu": one.bleu,
            "interval": f"{one.bleu_low:.1f}…{one.bleu_high:.1f}",
            "greedy": one.greedy,
            "chrf": one.chrf,
            "perplexity": one.perplexity,
            "minutes": 60 * one.hours,
            "seconds": one.cpu_seconds,
        }
        for kind, one in found
    ]
    with chapter.figure(text("rnn.models"), text("rnn.models_line")):
        st.dataframe(
            pa.Table.from_pylist(rows),
            hide_index=True,
            alt=text("rnn.models_alt", count=len(rows)),
            column_config={
                "model": config.TextColumn(text("rnn.model")),
                "parameters": config.NumberColumn(text("rnn.col_parameters"), format="localized"),
                "bleu": config.NumberColumn(text("rnn.col_bleu"), format="%.1f"),
                "interval": config.TextColumn(text("rnn.col_interval")),
                "greedy": config.NumberColumn(text("rnn.col_greedy"), format="%.1f"),
                "chrf": config.NumberColumn(text("rnn.col_chrf"), format="%.1f"),
                "perplexity": config.NumberColumn(text("rnn.col_perplexity"), format="%.2f"),
                "minutes": config.NumberColumn(text("rnn.col_minutes"), format="%.0f"),
                "seconds": config.NumberColumn(text("rnn.col_seconds"), format="%.0f"),
            },
        )
        first = found[0][1]
        st.caption(
            text(
                "rnn.models_said",
                sentences=f"{first.sentences:,}",
                tokens=f"{first.target_tokens:,}",
            )
        )
    with chapter.figure(text("rnn.why"), text("rnn.why_line")):
        st.markdown(text("rnn.why_text"))
    chapter.code(text, "explainer.training.compare", "facts_of")
