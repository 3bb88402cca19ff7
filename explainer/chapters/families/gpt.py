"""GPT: generate token by token, score a sentence left to right, attend backwards only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.families import BOS, EOS, Ids
from explainer.chapters.families.bert import telling_place
from explainer.chapters.families.drawing import draw_map, figure
from explainer.chapters.families.state import SEEDED, Sentence, token_chips
from explainer.frame import chapter
from explainer.frame.chips import ChipRow, chips
from explainer.frame.choices import Slider
from explainer.frame.formula import number
from explainer.runs import families
from explainer.text.numbers import decimal, percent

if TYPE_CHECKING:
    from explainer.frame.view import View

GIVEN = Slider("families_given", 1)  # tokens
WARMTH = Slider("families_temperature", 0.0, 1.5, 0.1, usual=0.0)


def draw_gpt(view: View, sentence: Sentence) -> None:
    """Draw GPT's loss on every token and its continuation."""
    text = view.text
    read = sentence.framed
    trace = families.forward_pass("gpt", read)
    with figure(view, "gpt") as (mask, job):
        with job:
            _goes_on(view, sentence)
        with mask:
            draw_map(
                view,
                "gpt",
                trace,
                right=families.token_names(read),
                row=telling_place(sentence) + 1,
            )
        nats = token_losses(trace["probs"], (*sentence.ids, EOS))
        total, perplexity = float(nats.sum()), float(np.exp(nats.mean()))
        st.caption(
            text(
                "families.gpt_total",
                total=decimal(-total),
                count=len(nats),
                perplexity=f"{perplexity:.1f}",
            )
        )
    chapter.formula(
        text,
        [
            r"\log p(x) = \textstyle\sum_t \log p(x_t \mid x_{<t})"
            rf" = {number(-total)}",
            r"\mathrm{PPL} = e^{-\log p(x) / T}"
            rf" = e^{{{number(total)} / {len(nats)}}} = {number(perplexity)}",
        ],
    )
    heads, tokens = trace["layers.0.self_attn.weights"].shape[:2]
    chapter.shapes(
        text,
        [
            ("embed", "B, T, d_model", (1, *trace["embed"].shape)),
            ("weights", "B, H, T, T", (1, heads, tokens, tokens)),
            ("logits", "B, T, V", (1, *trace["logits"].shape)),
        ],
    )
    chapter.code(text, "explainer.training.objectives", "causal_lm")


def token_losses(probs_TV: NDArray[np.float32], wanted: Ids) -> NDArray[np.float64]:
    """Return -log p of every token and of EOS, in nats."""
    chosen = probs_TV[np.arange(len(wanted)), list(wanted)].astype(np.float64)
    return np.asarray(-np.log(chosen))


def _goes_on(view: View, sentence: Sentence) -> None:
    """Draw the start of the sentence and the model's continuation, controls below."""
    text, place = view.text, st.container()
    count = len(sentence.ids)
    given = GIVEN.draw(text, max(1, count // 2), count)
    left, right = st.columns(2)
    with left:
        warmth = WARMTH.draw(text)
    with right:
        seed = SEEDED.draw(text)
    start = sentence.ids[:given]
    output = families.generate("gpt", (BOS, *start), warmth, seed)
    with place:
        chips(
            rows=[
                ChipRow(text("families.row_given"), token_chips(start, "source")),
                ChipRow(
                    text("families.row_goes_on"),
                    token_chips(output.ids, "target", [[percent(p, 0)] for p in output.probs]),
                ),
            ],
            title=text("families.gpt_chips"),
            key="families_gpt_tokens",
        )
        st.code(families.text_of((*start, *output.ids)), language=None, wrap_lines=True)
