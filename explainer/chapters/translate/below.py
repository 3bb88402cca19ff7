"""The parts of the first page below the drawing: probabilities, other hypotheses, facts."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.translate.plaintable import plain_table
from explainer.charts.bars import BAR_PICK
from explainer.charts.lookup import chosen_probabilities
from explainer.frame import chapter, teaching
from explainer.frame.cells import clicked_bar
from explainer.frame.controls import search_name
from explainer.frame.formula import number
from explainer.frame.pickers import move
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import decimal, percent
from explainer.translation import Translation

CHART = "chosen_chart"
STEPS_IN_TABLE = 5  # runners-up beside each chosen piece


def _obey_click(key: str, count: int) -> None:
    step = clicked_bar(key, count)
    if step is not None:
        move("step", step)


def probabilities(view: View, step: int) -> None:
    """A bar for each chosen piece: where in the sentence the model was sure."""
    text, translation = view.text, view.translation
    st.header(text("translate.chosen"), anchor=False)
    st.caption(text("translate.chosen_line"))
    chapter.chart(
        chosen_probabilities(
            pieces=translation.predicted_pieces,
            probs=translation.predicted_probs,
            ranks=translation.predicted_ranks,
            label_title=text("words.piece"),
            value_title=text("words.probability"),
            rank_title=text("words.rank"),
            dark=view.dark,
            selected=step,
        ),
        text("translate.chosen_alt", count=len(translation.predicted)),
        CHART,
        on_select=lambda: _obey_click(CHART, len(translation.predicted)),
        selection_mode=BAR_PICK,
    )


def output(view: View, step: int) -> None:
    """How the logits of a step become the probability of the token it wrote."""
    text, translation = view.text, view.translation
    logits = translation.trace["logits"]
    left, right = chapter.details()
    with left:
        if not teaching.hides("probabilities"):
            chapter.formula(text, _equations(logits[step], translation.predicted[step], step + 1))
    with right:
        shapes = [
            ("memory", "S, d_model", translation.trace["memory"].shape),
            ("z", "T, V", logits.shape),
        ]
        chapter.shapes(text, shapes)
        chapter.code(text, "explainer.model.transformer", "Transformer.forward")


def _equations(logits: NDArray[np.floating], token: int, t: int) -> list[str]:
    z = logits.astype(np.float64)
    p = float(np.exp(z[token] - np.logaddexp.reduce(z)))
    others = rf"\sum_{{v \in V}} e^{{z_{{{t},v}}}}"
    return [
        rf"z_{{{t}}} = E\, h_{{{t}}}",
        rf"P(y_{{{t}}} \mid y_{{<{t}}}, x) = \operatorname{{softmax}}(z_{{{t}}})_{{y_{{{t}}}}}"
        rf" = \frac{{e^{{{number(float(z[token]))}}}}}{{{others}}} = {number(p)}",
    ]


def table(text: Text, translation: Translation) -> None:
    """Every chosen piece with its probability, rank and runners-up: the figure as numbers."""
    place = chapter.table(text("translate.table"), "table")
    if not place.open:  # nobody looks: nothing is sent
        return
    rows: list[dict[str, Any]] = []
    for step, piece in enumerate(translation.predicted_pieces):
        others = [
            f"{name} {percent(prob)}"
            for name, prob in zip(
                translation.top_pieces[step], translation.top_probs[step], strict=True
            )
            if name != piece
        ]
        rows.append(
            {
                "step": step + 1,
                "piece": piece,
                "probability": float(translation.predicted_probs[step]),
                "rank": translation.predicted_ranks[step],
                "others": " · ".join(others[: STEPS_IN_TABLE - 1]),
            }
        )
    with place:
        show_table(
            text("translate.table_alt"),
            {
                "step": Column(text("translate.step"), width=60),
                "piece": text("words.piece"),
                "probability": st.column_config.ProgressColumn(
                    text("words.probability"), min_value=0, max_value=1, format="percent"
                ),
                "rank": Column(text("words.rank"), width=60),
                "others": Column(text("translate.runners_up"), width="large"),
            },
            rows,
        )


def hypotheses(view: View) -> None:
    """What else the beam had at the end, with the sums that decided."""
    translation = view.translation
    if len(translation.hypotheses) < 2:
        return
    text = view.text
    place = chapter.table(text("translate.hypotheses"), "hypotheses_fold")
    if not place.open:
        return
    rows = [
        (
            words,
            decimal(h.score, 3),
            decimal(h.total),
            str(len(h.ids)),
            "✓" if h.finished else "–",
        )
        for words, h in zip(translation.hypothesis_texts, translation.hypotheses, strict=True)
    ]
    with place:
        st.caption(text("translate.hypotheses_line"))
        plain_table(
            title=text("translate.hypotheses_alt", count=len(rows)),
            columns=[
                text("flow.result"),
                text("translate.score"),
                text("translate.total"),
                text("translate.length"),
                text("translate.finished"),
            ],
            rows=rows,
            dark=view.dark,
            key="hypotheses",
            lang=view.card["target"],
        )
        st.caption(text("translate.score_help"))


def facts(text: Text, translation: Translation) -> None:
    """Time, device and settings of this run."""
    spent = {name: f"{seconds * 1000:.1f}" for name, seconds in translation.seconds.items()}
    st.caption(
        text(
            "translate.facts",
            tokenize=spent["tokenize"],
            encode=spent["encode"],
            decode=spent["decode"],
            trace=spent["trace"],
            device=translation.device,
            search=search_name(text, translation.options),
            model=translation.model,
        )
    )
