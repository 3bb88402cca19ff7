"""Cost of attention scores for this sentence."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.analysis.scores import ScoreName, Sizes, cost
from explainer.charts.bars import BarStyle, Series, bars
from explainer.frame import chapter
from explainer.frame.recurrent import Subject, subject
from explainer.frame.view import View

SCORES: Final[tuple[ScoreName, ...]] = ("additive", "general", "dot", "head")
ROOM: Final = 1.2  # of the longest bar, for its number
FORMULAS: Final = {
    "additive": r"e_{tj} = v^{\top} \tanh(s_{t-1} W + h_j U)",
    "general": r"e_{tj} = (s_t W) \cdot h_j",
    "dot": r"e_{tj} = s_t \cdot h_j",
    "head": r"e_{tj} = \frac{(s_t W_Q) \cdot (h_j W_K)}{\sqrt{d_k}}",
}


def sizes_of(seen: Subject) -> Sizes:
    """Return sizes with d_model for all four scores, so that only their form differs."""
    translation = seen.translation
    width = translation.trace["memory"].shape[-1]
    return Sizes(len(translation.predicted), len(translation.source.ids), width, width, width)


def costs(sizes: Sizes, d_head: int) -> dict[ScoreName, tuple[int, int]]:
    """Return multiplications and tanh evaluations of every score function."""
    by_score = {}
    for name in SCORES:
        inner = d_head if name == "head" else sizes.inner
        one = cost(name, Sizes(sizes.t, sizes.s, sizes.d, sizes.c, inner))
        by_score[name] = (one.multiplications, one.tanh)
    return by_score


def draw_cost(view: View) -> None:
    """Draw the cost of the four score functions for this sentence."""
    text = view.text
    seen = subject(view, "alignment", quiet=True)
    if seen is None:
        return
    sizes = sizes_of(seen)
    heads = seen.translation.attention("cross").shape[1]
    d_head = sizes.d // heads
    counted = costs(sizes, d_head)
    names = text.each("alignment.score_*", *SCORES)
    values = [float(counted[name][0]) for name in SCORES]
    line = text("alignment.cost_line", t=sizes.t, s=sizes.s, d=sizes.d, e=d_head)
    with chapter.figure(text("alignment.cost"), line):
        chapter.chart(
            bars(
                labels=[names[name] for name in SCORES],
                series=[Series(text("alignment.multiplications"), values, "residual")],
                label_title=text("alignment.which"),
                value_title=text("alignment.multiplications"),
                dark=view.dark,
                look=BarStyle(form=",.0f", span=(0.0, ROOM * max(values))),
                strong=[SCORES.index("head")],
            ),
            text("alignment.cost_alt"),
            "alignment_cost",
            name=text("alignment.multiplications"),
        )
        st.caption(text("alignment.cost_end", heads=heads, tanh=f"{counted['additive'][1]:,}"))
    left, right = chapter.details()
    with left:
        chapter.formula(text, [FORMULAS[name] for name in SCORES])
    with right:
        chapter.code(text, "explainer.analysis.scores", "cost")
