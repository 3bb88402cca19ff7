"""Cost of attention scores: multiplications for this sentence and by length."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.analysis.scores import ScoreName, Sizes, cost
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.frame import chapter
from explainer.frame.recurrent import Subject, subject
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text

SCORES: Final[tuple[ScoreName, ...]] = ("additive", "general", "dot", "head")
TONES: Final = {"additive": "k", "general": "source", "dot": "target", "head": "weight"}
LENGTHS: Final = (4, 8, 16, 32, 64, 128, 256)
POWERS: Final = tuple(10**n for n in range(3, 10))  # of which an axis has those it holds
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


def costs(sizes: Sizes, d_head: int) -> dict[ScoreName, tuple[int, int, int]]:
    """Return (multiplications, tanh evaluations, parameters) of every score function."""
    by_score = {}
    for name in SCORES:
        inner = d_head if name == "head" else sizes.inner
        one = cost(name, Sizes(sizes.t, sizes.s, sizes.d, sizes.c, inner))
        by_score[name] = (one.multiplications, one.tanh, one.parameters)
    return by_score


def draw_cost(view: View) -> None:
    """Draw the cost of the four score functions, for this sentence and by length."""
    text = view.text
    seen = subject(view, "alignment")
    if seen is None:
        return
    sizes = sizes_of(seen)
    d_head = sizes.d // seen.translation.attention("cross").shape[1]
    counted = costs(sizes, d_head)
    names = text.each("alignment.score_*", *SCORES)
    line = text("alignment.cost_line", t=sizes.t, s=sizes.s, d=sizes.d, e=d_head)
    with chapter.figure(text("alignment.cost"), line):
        _curves(view, sizes, d_head, names)
        _table(text, counted, names)
    left, right = chapter.details()
    with left:
        chapter.formula(text, [FORMULAS[name] for name in SCORES])
    with right:
        chapter.code(text, "explainer.analysis.scores", "cost")


def _curves(view: View, sizes: Sizes, d_head: int, names: dict[ScoreName, str]) -> None:
    text = view.text
    over = [costs(Sizes(n, n, sizes.d, sizes.c, sizes.inner), d_head) for n in LENGTHS]
    lines = {name: [float(one[name][0]) for one in over] for name in SCORES}
    highest = max(lines, key=lambda name: lines[name][-1])
    chapter.chart(
        curves(
            lines=[Curve(names[name], lines[name], TONES[name], LENGTHS) for name in SCORES],
            x=Axis(text("alignment.axis_n"), log=True, form="d", ticks=LENGTHS),
            y=Axis(text("alignment.multiplications"), log=True, ticks=POWERS),
            name_title=text("alignment.which"),
            rules=[Rule(sizes.s, text("alignment.here", s=sizes.s))],
            dark=view.dark,
        ),
        text("alignment.cost_curves_alt", most=names[highest], n=LENGTHS[-1]),
        "alignment_cost",
    )


def _table(
    text: Text, counted: dict[ScoreName, tuple[int, int, int]], names: dict[ScoreName, str]
) -> None:
    show_table(
        text("alignment.cost_alt"),
        {
            "score": Column(text("alignment.which"), [names[name] for name in SCORES]),
            "multiplications": Column(
                text("alignment.multiplications"),
                [counted[name][0] for name in SCORES],
                "localized",
            ),
            "tanh": Column("tanh", [counted[name][1] for name in SCORES], "localized"),
            "parameters": Column(
                text("alignment.parameters"), [counted[name][2] for name in SCORES], "localized"
            ),
        },
    )
    st.caption(text("alignment.cost_end"))
