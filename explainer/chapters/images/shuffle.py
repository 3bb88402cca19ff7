"""Shuffled patches: what changes, what does not, and why."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.pictures import shuffled
from explainer.chapters.images.state import (
    EXACT,
    Drawing,
    network_names,
    read_choice,
    rounded,
)
from explainer.drawings import Choice, place_in
from explainer.drawings import drawing as draw_module
from explainer.frame import chapter
from explainer.frame.choices import Slider
from explainer.frame.view import View
from explainer.runs import pictures
from explainer.text import Text
from explainer.text.numbers import power

ORDERS: Final = 9  # besides 0, the patches' own
ORDER = Slider("images_shuffle", 0, ORDERS, usual=1)
SAME: Final = 1e-3  # a logit that moves less has moved by rounding alone


def draw_shuffle(view: View) -> None:
    """Draw the picture with its patches moved, all predictions before and after, and why."""
    text = view.text
    with chapter.figure(text("images.shuffle"), text("images.shuffle_line")):
        place = st.container()
        drawing = read_choice(text)
        order = ORDER.in_drawing(text)
        if not drawing.written:
            st.info(text("images.empty"))
            return
        with place:
            _shuffled(text, drawing, order)
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
    """Measure three largest changes in the exact network under a patch order.

    The change of a logit; of a patch's row in the last attention; of a logit if the dense layer's
    weights move along.
    """
    before, after = (pictures.forward_pass(EXACT, written, number) for number in (0, order))
    out = "layers.1.self_attn.out"
    rows = np.abs(after[out] - before[out][list(shuffled(order))]).max()
    moved = np.abs(after["logits"] - before["logits"]).max()
    return float(moved), float(rows), pictures.rewired_difference(EXACT, written, order)


def _shuffled(text: Text, drawing: Drawing, order: int) -> None:
    """Draw the patches in this order, and the logits of every network before and now."""
    names = network_names(text)
    draw_module(
        "images/shuffled",
        {
            "picture": drawing.pixels,
            "places": np.argsort(shuffled(order)).tolist(),
            "networks": [*names.values()],
            "same": SAME,
            "logits": [
                [
                    rounded(pictures.forward_pass(name, drawing.written, run)["logits"])
                    for run in (0, order)
                ]
                for name in names
            ],
        },
        words=text.section("images.shuffled"),
        key="images_order",
        chosen={"order": order},
        computed=True,
        on_choice=_reorder,
    )


def _reorder(choice: Choice) -> None:
    order = place_in(choice, "order", ORDERS + 1)
    if order is not None:
        st.session_state[ORDER.name] = order
