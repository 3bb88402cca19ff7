"""The six models of one protocol, as they were measured."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.rnn.bottleneck import FOLDERS
from explainer.data.recurrent import measurements
from explainer.frame import chapter
from explainer.frame.recurrent import model_names
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View


def draw_models(view: View) -> None:
    """A row a model in the order of history."""
    text, names = view.text, model_names(view.text)
    models = [
        (kind, measurements()[name]) for kind, name in FOLDERS.items() if name in measurements()
    ]
    if not models:
        st.info(text("rnn.no_comparison"), icon=":material/info:")
        return
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
        for kind, one in models
    ]
    with chapter.figure(text("rnn.models"), text("rnn.models_line")):
        show_table(
            text("rnn.models_alt", count=len(rows)),
            {
                "model": text("rnn.model"),
                "parameters": Column(text("rnn.col_parameters"), form="localized"),
                "bleu": Column(text("rnn.col_bleu"), form="%.1f"),
                "interval": text("rnn.col_interval"),
                "greedy": Column(text("rnn.col_greedy"), form="%.1f"),
                "chrf": Column(text("rnn.col_chrf"), form="%.1f"),
                "perplexity": Column(text("rnn.col_perplexity"), form="%.2f"),
                "minutes": Column(text("rnn.col_minutes"), form="%.0f"),
                "seconds": Column(text("rnn.col_seconds"), form="%.0f"),
            },
            rows,
        )
        first = models[0][1]
        st.caption(
            text(
                "rnn.models_said",
                sentences=f"{first.sentences:,}",
                tokens=f"{first.target_tokens:,}",
            )
        )
    with chapter.figure(text("rnn.why"), text("rnn.why_line")):
        st.markdown(text("rnn.why_text"))
    chapter.code(text, "explainer.training.compare", "facts_of", "began", "greedy =")
