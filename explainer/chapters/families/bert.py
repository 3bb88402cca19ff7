"""BERT: mask a token and predict it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.families import MASK, Ids, ranking
from explainer.chapters.families.drawing import draw_map, figure
from explainer.chapters.families.state import Sentence, kind_of
from explainer.drawings import drawing
from explainer.frame import chapter
from explainer.frame.chips import Chip, ChipRow, chips
from explainer.frame.choices import Place
from explainer.frame.formula import number
from explainer.frame.pickers import Picker, move
from explainer.frame.probabilities import tex_probability
from explainer.runs import families
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.frame.view import View

PLACE = Place("families_place", "families.masked")
SHOWN: Final = 8  # candidates


def draw_bert(view: View, sentence: Sentence) -> None:
    """Draw BERT's predictions for a masked token."""
    text = view.text
    pick = Picker(text, (sentence.ids,), shared=False)
    place = pick.number(PLACE, len(sentence.ids), telling_place(sentence))
    read = masked(sentence, place)
    trace = families.forward_pass("bert", read)
    probs = trace["probs"][place + 1]
    with figure(view, "bert") as (mask, job):
        with job:
            _tokens(view, sentence, place)
            _guesses(view, sentence, place, probs)
        with mask:
            draw_map(view, "bert", trace, left=families.token_names(read), row=place + 1)
    p = float(probs[sentence.ids[place]])
    chapter.formula(
        text,
        [
            rf"\mathcal{{L}} = -\log p(x_{{{place + 1}}} \mid \tilde{{x}})"
            rf" = -\log {tex_probability(p)} = {number(-float(np.log(p)))}"
        ],
    )
    heads, tokens = trace["layers.0.self_attn.weights"].shape[:2]
    chapter.shapes(
        text,
        [
            ("embed", "B, S, d_model", (1, *trace["embed"].shape)),
            ("weights", "B, H, S, S", (1, heads, tokens, tokens)),
            ("logits", "B, S, V", (1, *trace["logits"].shape)),
        ],
    )
    chapter.code(text, "explainer.training.objectives", "masked_lm")


def _guesses(view: View, sentence: Sentence, place: int, probs: NDArray[np.float32]) -> None:
    """Draw the most probable tokens for [MASK], and the original one."""
    text, best, true = view.text, ranking(probs, SHOWN), sentence.ids[place]
    data = {
        "tokens": families.token_names(best),
        "probs": probs[best].tolist(),
        "right": best.index(true) if true in best else None,
    }
    drawing(
        "families/guesses", data, words=text.section("families.guesses"), key="families_bert_probs"
    )
    p, rank = percent(float(probs[true]), 0), 1 + int((probs > probs[true]).sum())
    st.text(text("families.bert_true", token=sentence.names[place], p=p, rank=rank))


def masked(sentence: Sentence, place: int) -> Ids:
    """Replace the token at `place` by [MASK]."""
    framed = list(sentence.framed)
    framed[place + 1] = MASK
    return tuple(framed)


def telling_place(sentence: Sentence) -> int:
    """Return the initial position: the longest token with neighbours on both sides."""
    inner = range(1, len(sentence.ids) - 2) or range(1)
    return max(inner, key=lambda place: len(sentence.names[place]))


def _tokens(view: View, sentence: Sentence, place: int) -> None:
    text, hole = view.text, families.token_names((MASK,))[0]
    shown = [
        Chip(
            hole if at == place else name,
            "special" if at == place else kind_of(index, "source"),
            (name,) if at == place else ("",),
            begins=name.startswith("▁"),
        )
        for at, (index, name) in enumerate(zip(sentence.ids, sentence.names, strict=True))
    ]
    chips(
        rows=[ChipRow("", shown)],
        title=text("families.press"),
        key="families_bert_tokens",
        chosen=(0, place),
        on_pick=lambda at: move(PLACE, at[1]),
    )
