"""Global and local attention: the same model, allowed to look at a window only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st

from explainer.chapters.alignment.steps import pick_model
from explainer.charts.cell_map import cell_map
from explainer.frame import chapter, choices
from explainer.frame.pickers import axis_words
from explainer.frame.recurrent import lacks, subject
from explainer.runs import recurrent

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.runs.recurrent import Reading

WIDEST: Final = 6
FIRST: Final = 2


def draw_window(view: View) -> None:
    text = view.text
    seen = subject(view, "alignment")
    if seen is None:
        return
    kind = pick_model(text)
    if lacks(text, kind):
        return
    reach = choices.whole_number(
        text,
        "alignment_reach",
        text("alignment.reach"),
        0,
        WIDEST,
        FIRST,
        text("alignment.reach_help"),
    )
    everywhere = seen.reading(kind)
    near = recurrent.local(kind, seen.source, reach)
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
                all=everywhere.scored,
                seen=near.scored,
                share=f"{near.scored / everywhere.scored:.0%}",
            )
        )
        st.caption(text("alignment.window_trained"))
    left, right = st.columns(2, gap="large")
    with left:
        chapter.formula(
            text,
            [
                r"p_t = \min(t, S)",
                r"a_{tj} = \frac{e^{e_{tj}}}{\sum_{|l - p_t| \le D} e^{e_{tl}}}"
                rf",\quad |j - p_t| \le D{{=}}{reach}",
            ],
        )
    with right:
        chapter.code(text, "explainer.model.rnn.attention", "window_mask")


def _map(view: View, found: Reading, name: str, key: str) -> None:
    """Weights; what lies outside of the window is hatched."""
    text = view.text
    scores = found.trace["decoder.masked_scores"]
    st.markdown(f"**{name}**")
    st.text(recurrent.text_of(found))
    st.vega_lite_chart(
        cell_map(
            values=found.trace["decoder.weights"].astype(np.float32),
            row_labels=found.target_pieces,
            key_labels=found.source_pieces,
            value_title=text("words.weight"),
            dark=view.dark,
            masked=~np.isfinite(scores),
            **axis_words(text, "cross"),
        ).vega_lite(),
        theme=None,
        key=key,
        alt=text("alignment.window_alt", window=name, rows=len(found.target)),
    )
