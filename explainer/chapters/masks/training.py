"""Teacher forcing with a causal mask gives the numbers of step-by-step decoding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.masks.cheat import draw_cheating
from explainer.chapters.masks.edge import Fed, Names, answer_shares, draw_edge, edges_of
from explainer.frame import chapter, teaching
from explainer.frame.choices import Place
from explainer.frame.formula import number
from explainer.frame.pickers import numbers_from_one, picker
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import power

if TYPE_CHECKING:
    from explainer.engine import Translation

NAMES: Final = Names(Place("masks_edge"), Place("masks_step", "masks.row"))
HEAD = Place("masks_head")


def draw_training(view: View) -> None:
    """Draw the masked scores, the choice of head, and both probabilities as a formula."""
    text, translation = view.text, view.translation
    one = fed_by(translation)
    shares = answer_shares(one.scores())
    pick = picker(text, translation)
    with chapter.figure(text("masks.training"), text("masks.training_line")):
        place = st.container()
        telling = int(shares.mean(axis=1).argmax()) if shares.size else 0
        heads = numbers_from_one(len(shares))
        head = pick.segments(HEAD, heads, telling)
        start = telling_row(shares[head])
        with place:
            edge, row = draw_edge(view, pick, NAMES, one, head, (0, start))
        if not teaching.hides("probabilities"):
            _facts(text, one, len(translation.fed))
    if not teaching.hides("probabilities"):
        draw_cheating(view)
    left, right = chapter.details()
    with left:
        if not teaching.hides("probabilities"):
            probs = one.probs()[edges_of(len(one.fed)).index(edge)]
            values = probs[row], one.steps()[row]
            chapter.formula(text, _equations(row, edge, len(one.fed), values))
    with right:
        n_heads, count = len(shares), len(one.fed)
        chapter.shapes(
            text,
            [
                ("tgt_mask", "1, 1, T, T", (1, 1, count, count)),
                ("training", "B, H, T, T", (1, n_heads, count, count)),
                ("translation", "B, H, 1, t", (1, n_heads, 1, row + 1)),
            ],
            text("masks.row_shapes"),
            own="t",
        )
    chapter.code(
        text,
        "explainer.model.attention",
        "attention_weights",
        more=[
            ("explainer.model.masks", "causal_mask"),
            ("explainer.model.transformer", "Transformer.forward"),
        ],
    )


def fed_by(translation: Translation) -> Fed:
    """Return the tokens that a translation's decoder was fed and those it predicted."""
    return Fed(
        translation.model,
        translation.source.ids,
        translation.fed,
        translation.fed_tokens,
        translation.predicted,
        translation.predicted_tokens,
    ).cut()


def telling_row(shares: NDArray[np.float64]) -> int:
    """Return the row in the middle third with most weight on its own answer."""
    third = len(shares) // 3
    middle = shares[third : 2 * third + 1]
    return third + int(middle.argmax()) if middle.size else 0


def _facts(text: Text, one: Fed, whole: int) -> None:
    """State how far both ways differ over all rows, and which rows are not drawn."""
    causal = one.probs()[0].astype(np.float64)
    difference = float(np.abs(causal - one.steps()).max())
    st.caption(text("masks.agree_facts", same=power(difference)))
    if whole > len(one.fed):
        st.caption(text("masks.cut", shown=len(one.fed), count=whole))


def _equations(
    row: int, edge: int, count: int, values: tuple[np.floating, np.floating]
) -> list[str]:
    """Return the mask with this edge, and p of the wanted token in training and in decoding."""
    t = row + 1
    seen = min(count, t + edge)
    fed = rf"y_{{<{t}}}" if seen == t else rf"y_1, \dots, y_{{{seen - 1}}}"
    last = "t" if edge == 0 else rf"t + {edge}"
    return [
        r"A = \mathrm{softmax}\left(\frac{Q K^{\top}}{\sqrt{d_k}} + M\right)",
        rf"M_{{tj}} = \begin{{cases}} 0 & j \le {last} \\ -\infty & j > {last} \end{{cases}}",
        rf"p_{{\mathrm{{train}}}}(y_{{{t}}} \mid {fed}, x) = {number(float(values[0]))}",
        rf"p_{{\mathrm{{translate}}}}(y_{{{t}}} \mid y_{{<{t}}}, x) = {number(float(values[1]))}",
    ]
