"""The common mistake: the best piece at every step taken for the best sentence."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.greedy_numbers import fork
from explainer.decoding import Hypothesis
from explainer.frame.formula import factor
from explainer.frame.view import View
from explainer.runs.greedy import BEAM, Path, beam_best, walk
from explainer.runs.tokenizers import tokenizer
from explainer.text.numbers import decimal, percent

LEAST = 1e-3  # nats: a smaller lead is rounding


def draw_mistake(view: View) -> None:
    """A beam search looks for an output that is more probable than the greedy one."""
    translation = view.translation
    text, free = view.text, walk(translation)
    best = beam_best(translation)
    st.markdown(text("greedy.mistake_line"))
    names = tokenizer(translation.model)
    told = {"total": decimal(free.total), "count": len(free.ids)}
    st.caption(text("greedy.mistake_greedy", **told))
    st.code(free.text, language=None, wrap_lines=True)
    if not free.is_finished or best is None:
        st.markdown(text("greedy.mistake_unfinished"))
        return
    parted = fork(free.ids, best.ids)
    if parted is None or best.total < free.total + LEAST:
        st.markdown(text("greedy.mistake_none", width=BEAM))
        return
    told = {"total": decimal(best.total), "count": len(best.ids), "width": BEAM}
    st.caption(text("greedy.mistake_beam", **told))
    st.code(names.decode(best.ids), language=None, wrap_lines=True)
    st.markdown(_sums(view, free, best, parted))
    st.markdown(text("greedy.mistake_end"))


def _sums(view: View, free: Path, best: Hypothesis, parted: int) -> str:
    """At the fork greedy was ahead; what came after it cost more."""
    text = view.text
    ours, theirs = free.log_probs, best.log_probs
    return text(
        "greedy.mistake_sums",
        step=parted + 1,
        ours=percent(np.exp(ours[parted])),
        theirs=percent(np.exp(theirs[parted])),
        rest=decimal(sum(ours[parted + 1 :])),
        other=decimal(sum(theirs[parted + 1 :])),
        times=factor(best.total - free.total),
    )
