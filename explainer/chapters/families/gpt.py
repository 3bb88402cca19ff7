"""GPT: goes on token by token, scores a sentence from left to right, looks back only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.families import BOS, EOS, Ids
from explainer.chapters.families.drawing import draw_map, draw_rest, lead, more
from explainer.chapters.families.state import (
    LAYER,
    Sentence,
    pick_seed,
    token_chips,
    whole,
)
from explainer.charts.cell_map import cell_map
from explainer.charts.lookup import chosen_probabilities
from explainer.components.chips import ChipRow, chips
from explainer.frame import chapter, choices
from explainer.frame.formula import number
from explainer.frame.pickers import Picker, numbers_from_one
from explainer.runs import families
from explainer.text.numbers import decimal, percent

if TYPE_CHECKING:
    from explainer.frame.view import View

HEAD: Final = "families_head"
WARMTH: Final = (0.0, 1.5, 0.1)  # temperatures


@whole
def draw_gpt(view: View, sentence: Sentence) -> None:
    text = view.text
    read = (BOS, *sentence.ids)
    trace = families.passed("gpt", read)
    with chapter.figure(text("families.gpt"), text("families.gpt_line")):
        job, mask = lead(view, "gpt")
        with job:
            _goes_on(view, sentence)
        with mask:
            draw_map(view, "gpt", trace, right=families.names(read), row=len(read) // 2)
    wanted = (*sentence.ids, EOS)
    nats = surprises(trace["probs"], wanted)
    with chapter.figure(text("families.gpt_score"), text("families.gpt_score_line")):
        _score(view, trace["probs"], wanted, nats)
    fold = more(view, LAYER, HEAD)
    if fold.open:
        with fold:
            with chapter.figure(text("families.gpt_looks"), text("families.gpt_looks_line")):
                _map(view, sentence, trace)
            draw_rest(view, "gpt")
    total = float(nats.sum())
    chapter.formula(
        text,
        [
            r"\log p(x) = \textstyle\sum_t \log p(x_t \mid x_{<t})"
            rf" = {number(-total)}",
            r"\mathrm{PPL} = e^{-\log p(x) / T}"
            rf" = e^{{{number(total)} / {len(nats)}}} = {number(float(np.exp(total / len(nats))))}",
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


def surprises(probs_TV: NDArray[np.float32], wanted: Ids) -> NDArray[np.float64]:
    """-log p of every token and of the end, in nats."""
    chosen = probs_TV[np.arange(len(wanted)), list(wanted)].astype(np.float64)
    return np.asarray(-np.log(chosen))


def _goes_on(view: View, sentence: Sentence) -> None:
    """The beginning of the sentence, and what the model writes after it; below it the controls."""
    text, place = view.text, st.container()
    given = choices.whole_number(
        text,
        "families_given",
        text("families.given"),
        1,
        len(sentence.ids),
        max(1, len(sentence.ids) // 2),
        text("families.given_help"),
    )
    left, right = st.columns(2)
    with left:
        warmth = choices.real_number(
            text,
            "families_temperature",
            text("families.temperature"),
            WARMTH,
            0.0,
            text("families.temperature_help"),
        )
    with right:
        seed = pick_seed(text)
    start = sentence.ids[:given]
    output = families.write("gpt", (BOS, *start), warmth, seed)
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
            dark=view.dark,
            key="families_gpt_tokens",
        )
        st.code(families.sentence((*start, *output.ids)), language=None, wrap_lines=True)


def _score(view: View, probs: NDArray[np.float32], wanted: Ids, nats: NDArray[np.float64]) -> None:
    text = view.text
    p = np.exp(-nats)
    ranks = [1 + int((row > row[i]).sum()) for row, i in zip(probs, wanted, strict=True)]
    names = families.names(wanted)
    chapter.chart(
        chosen_probabilities(
            pieces=names,
            probs=p,
            ranks=ranks,
            label_title=text("words.piece"),
            value_title=text("words.probability"),
            rank_title=text("families.rank"),
            dark=view.dark,
        ),
        text("families.gpt_score_alt", count=len(names), worst=names[int(p.argmin())]),
        "families_gpt_score",
    )
    st.caption(
        text(
            "families.gpt_total",
            total=decimal(-float(nats.sum())),
            count=len(names),
            perplexity=f"{np.exp(nats.mean()):.1f}",
        )
    )


def _map(view: View, sentence: Sentence, trace: Mapping[str, NDArray[Any]]) -> None:
    text = view.text
    pick = Picker(text, (sentence.ids,), shared=False)
    layers = sum(name.endswith("self_attn.weights") for name in trace)
    left, right = st.columns(2)
    with left:
        layer = pick.segments(LAYER, text("words.layer"), numbers_from_one(layers), layers - 1)
    stage = f"layers.{layer}.self_attn"
    with right:
        heads = len(trace[f"{stage}.weights"])
        names = [text("words.mean"), *numbers_from_one(heads)]
        head = pick.segments(HEAD, text("words.head"), names, 0, first=0)
    weights = trace[f"{stage}.weights"]
    labels = families.names((BOS, *sentence.ids))
    chapter.chart(
        cell_map(
            values=weights.mean(axis=0) if head == 0 else weights[head - 1],
            masked=~trace[f"{stage}.mask"][0],
            row_labels=labels,
            key_labels=labels,
            row_title=text("families.query"),
            key_title=text("families.key"),
            value_title=text("words.weight"),
            key_colour="target_text",
            dark=view.dark,
        ),
        text("families.gpt_looks_alt", tokens=len(labels)),
        "families_gpt_map",
    )
