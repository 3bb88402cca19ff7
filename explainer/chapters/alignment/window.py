"""Global and local attention: a model trained without a window, with one laid over it."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.alignment import window_shares
from explainer.chapters.alignment.steps import pick_model
from explainer.charts.cell_map import cell_map
from explainer.frame import chapter, choices
from explainer.frame.pickers import axis_words
from explainer.frame.recurrent import picked_reading
from explainer.frame.view import View
from explainer.runs import recurrent
from explainer.runs.recurrent import Reading
from explainer.text.numbers import percent

WIDEST: Final = 6
FIRST: Final = 2


def draw_window(view: View) -> None:
    text = view.text
    picked = picked_reading(view, "alignment", pick_model)
    if picked is None:
        return
    seen, everywhere = picked
    label, hint = text("alignment.reach"), text("alignment.reach_help")
    reach = choices.whole_number(text, "alignment_reach", label, 0, WIDEST, FIRST, hint)
    near = recurrent.local(everywhere.kind, seen.source, reach)
    with chapter.figure(text("alignment.window"), text("alignment.window_line")):
        left, right = st.columns(2, gap="large")
        with left:
            _map(view, everywhere, text("alignment.global"), "alignment_global")
        with right:
            name = text("alignment.local", reach=reach)
            _map(view, near, name, "alignment_local")
        st.markdown(
            text(
                "alignment.window_said",
                all=everywhere.n_scores,
                seen=near.n_scores,
                share=percent(near.n_scores / everywhere.n_scores, 0),
            )
        )
        weights = everywhere.trace["decoder.weights"]
        around, best = (share.mean() for share in window_shares(weights, reach))
        st.markdown(
            text(
                "alignment.window_shares",
                around=percent(around, 0),
                best=percent(best, 0),
                reach=reach,
            )
        )
        st.caption(text("alignment.window_trained"))
    numbers, code = chapter.details()
    with numbers:
        chapter.formula(
            text,
            [
                r"\text{local-m:}\quad p_t = \min(t, S)",
                r"a_{tj} = \frac{e^{e_{tj}}}{\sum_{|l - p_t| \le D} e^{e_{tl}}}"
                rf",\quad |j - p_t| \le D{{=}}{reach}",
                r"\text{local-p:}\quad p_t = S \cdot \sigma(v^{\top} \tanh(W_p s_t))",
                r"a_{tj} = \frac{e^{e_{tj}}}{\sum_{|l - p_t| \le D} e^{e_{tl}}}"
                r" \; e^{-(j - p_t)^2 / 2 \sigma^2}",
                r"\sigma = D / 2",
            ],
        )
    with code:
        chapter.code(text, "explainer.model.rnn.attention", "window_mask")
        chapter.more_code(text, "explainer.model.rnn.attention", "Predicted.forward")
        chapter.more_code(text, "explainer.model.rnn.attention", "Predicted.bell")


def _map(view: View, reading: Reading, name: str, key: str) -> None:
    """Weights; what lies outside of the window is hatched."""
    text = view.text
    scores = reading.trace["decoder.masked_scores"]
    st.markdown(f"**{name}**")
    st.text(recurrent.text_of(reading))
    chapter.chart(
        cell_map(
            values=reading.trace["decoder.weights"].astype(np.float32),
            row_labels=reading.target_pieces,
            key_labels=reading.source_pieces,
            value_title=text("words.weight"),
            dark=view.dark,
            masked=~np.isfinite(scores),
            **axis_words(text, "cross"),
        ),
        text("alignment.window_alt", window=name, rows=len(reading.target)),
        key,
    )
