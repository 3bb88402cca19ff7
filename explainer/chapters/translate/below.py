"""Below the first page's figure: steps as a table, and one step's formula."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.frame import chapter, teaching
from explainer.frame.formula import number
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.translation import Translation

STEPS_IN_TABLE = 5  # runners-up beside each chosen token


def draw_output(view: View, step: int) -> None:
    """Draw how a step's logits give the output token's probability."""
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


def _most(tokens: Sequence[str], weights: NDArray[np.floating]) -> str:
    return f"{tokens[int(weights.argmax())]} {percent(float(weights.max()))}"


def draw_table(text: Text, translation: Translation) -> None:
    """Draw every output token with probability, rank, what the last layer looks at, runners-up."""
    place = chapter.table(text("translate.table"), "table")
    if not place.open:  # nobody looks: nothing is sent
        return
    rows: list[dict[str, Any]] = []
    looks = translation.attention("cross")[-1].mean(axis=0)
    for step, token in enumerate(translation.predicted_tokens):
        others = [
            f"{name} {percent(prob)}"
            for name, prob in zip(
                translation.top_tokens[step], translation.top_probs[step], strict=True
            )
            if name != token
        ]
        rows.append(
            {
                "step": step + 1,
                "token": token,
                "probability": float(translation.predicted_probs[step]),
                "rank": translation.predicted_ranks[step],
                "looks": _most(translation.source.tokens, looks[step]),
                "others": " · ".join(others[: STEPS_IN_TABLE - 1]),
            }
        )
    with place:
        show_table(
            text("translate.table_alt"),
            {
                "step": Column(text("translate.step"), width=60),
                "token": text("words.token"),
                "probability": st.column_config.ProgressColumn(
                    text("words.probability"), min_value=0, max_value=1, format="percent"
                ),
                "rank": Column(text("words.rank"), width=60),
                "looks": text("translate.looks"),
                "others": Column(text("translate.runners_up"), width="large"),
            },
            rows,
        )
