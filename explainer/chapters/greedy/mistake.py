"""Common mistake: taking the best token at every step for the best sentence."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.forcing import divergence
from explainer.frame import chapter
from explainer.frame.formula import factor
from explainer.frame.view import View
from explainer.runs.greedy import BEAM, best_beam_output, forced_search
from explainer.runs.tokenizers import tokenizer
from explainer.text.numbers import percent

LEAST = 1e-3  # nats: a smaller lead is rounding


def draw_mistake(view: View) -> None:
    """Search with a beam for an output more probable than greedy's."""
    text, free, best = (
        view.text,
        forced_search(view.translation),
        best_beam_output(view.translation),
    )
    chapter.wrong(text, text("greedy.mistake_line"))
    if not free.is_finished or best is None:
        st.caption(text("greedy.mistake_unfinished"))
        return
    parted = divergence(free.ids, best.ids)
    if parted is None or best.total < free.total + LEAST:
        st.caption(text("greedy.mistake_none", width=BEAM))
        return
    names = tokenizer(view.translation.model)
    told = {
        "width": BEAM,
        "times": factor(best.total - free.total),
        "step": parted + 1,
        "ours": percent(np.exp(free.log_probs[parted])),
        "theirs": percent(np.exp(best.log_probs[parted])),
    }
    st.markdown(text("greedy.mistake_sums", **told))
    st.text(names.decode(best.ids))
