"""The patches in another order: what stays the same, what does not, and why."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.pictures import arranged, shuffled
from explainer.chapters.images.digitview import DigitWords, Read, digitview
from explainer.chapters.images.patchview import Beside, Words, patchview
from explainer.chapters.images.read import scores
from explainer.chapters.images.state import (
    EXACT,
    Drawing,
    network_names,
    obey,
    pick_patch,
    place_names,
    read_choice,
)
from explainer.components.shared import Pick
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.runs import pictures
from explainer.text import Text
from explainer.text.numbers import power

SHUFFLE: Final = "images_shuffle"
ORDERS: Final = 9
SAME: Final = 1e-3  # a logit that moves less has moved by rounding alone


def draw_shuffle(view: View) -> None:
    """Both pictures, every network before and after, and the two exact statements."""
    text = view.text
    with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
        drawing = read_choice(text)
        order = choices.whole_number(
            text, SHUFFLE, text("images.order"), 0, ORDERS, 1, text("images.order_help")
        )
    if not drawing.written:
        st.info(text("images.empty"))
        return
    with chapter.figure(text("images.shuffle"), text("images.shuffle_line")):
        left, right = st.columns([0.38, 0.62], gap="medium")
        with left:
            _pictures(view, drawing, order)
        with right:
            _answers(view, drawing, order)
    with chapter.figure(text("images.exact"), text("images.exact_line")):
        _exact(text, drawing.written, order)
    chapter.formula(
        text,
        [
            r"\mathrm{Attention}(P X) = P \, \mathrm{Attention}(X)",
            r"\mathrm{dense}(P X) = W \, \mathrm{vec}(P X) \neq W \, \mathrm{vec}(X)",
            r"\mathrm{mean}(P X) = \tfrac{1}{49} \textstyle\sum_i (P X)_i = \mathrm{mean}(X)",
        ],
    )
    chapter.code(text, "explainer.analysis.pictures", "Pictures.rewired")


def _exact(text: Text, written: str, order: int) -> None:
    if order == 0:
        st.markdown(text("images.exact_in_order"))
        return
    moved, rows, rewired = differences(written, order)
    st.markdown(text("images.exact_rows", difference=power(rows)))
    st.markdown(text("images.exact_logits", difference=f"{moved:.2f}"))
    st.markdown(text("images.exact_rewired", difference=power(rewired)))


def differences(written: str, order: int) -> tuple[float, float, float]:
    """Of the exact network: the largest change of a logit; of a row of the last attention layer
    against the row of the same patch before; of a logit when the dense weights move along.
    """
    before, after = (pictures.reading(EXACT, written, number) for number in (0, order))
    out = "layers.1.self_attn.out"
    rows = np.abs(after[out] - before[out][list(shuffled(order))]).max()
    moved = np.abs(after["logits"] - before["logits"]).max()
    return float(moved), float(rows), pictures.rewired(EXACT, written, order)


def _pictures(view: View, drawing: Drawing, order: int) -> None:
    """The chosen patch is framed in both: where it was, and where it has gone."""
    text, moved = view.text, shuffled(order)
    patch, note = pick_patch(text, drawing), text("images.before")

    def choose(pick: Pick) -> None:
        """In the shuffled picture: the patch that stands there now."""
        obey(pick if pick[0] == "patch" else ("patch", moved[pick[1]]))

    patchview(
        drawing.picture,
        words=Words(note, place_names(text), note=note),
        dark=view.dark,
        key="images_order",
        on_pick=choose,
        patch=patch,
        beside=Beside(arranged(drawing.picture, moved), moved.index(patch), text("images.after")),
    )


def _answers(view: View, drawing: Drawing, order: int) -> None:
    text, names = view.text, network_names(view.text)
    reads = []
    for name, words in names.items():
        before, after = (pictures.reading(name, drawing.written, n) for n in (0, order))
        change = float(np.abs(after["logits"] - before["logits"]).max())
        moved = scores(name)["shuffled"]
        reads.append(
            Read(
                words,
                [before["probs"].tolist(), after["probs"].tolist()],
                change < SAME,
                f"{moved:.3f}",
            )
        )
    digitview(
        reads,
        words=DigitWords(
            text("images.shuffle_alt"),
            (text("images.col_before"), text("images.col_after")),
            text("images.col_shuffled"),
            **text.each("images.*", "same", "close", "other"),
        ),
        dark=view.dark,
        key="images_answers",
    )
    st.caption(text("images.shuffle_note"))
