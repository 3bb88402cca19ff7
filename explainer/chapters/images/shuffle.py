"""The patches in another order: what stays the same, what does not, and why."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import streamlit as st

from explainer.analysis.pictures import arranged, shuffled
from explainer.chapters.images.patchview import Words, patchview
from explainer.chapters.images.read import scores
from explainer.chapters.images.state import (
    EXACT,
    Drawing,
    likeliest,
    network_names,
    obey,
    pick_patch,
    place_names,
    read_choice,
)
from explainer.frame import chapter, choices
from explainer.frame.tables import Column, show_table
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
            _answers(text, drawing, order)
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
    text, places = view.text, place_names(view.text)
    patch, moved = pick_patch(text, drawing), shuffled(order)
    for column, key, picture, framed, note in zip(
        st.columns(2),
        ("images_before", "images_after"),
        (drawing.picture, arranged(drawing.picture, moved)),
        (patch, moved.index(patch)),
        (text("images.before"), text("images.after")),
        strict=True,
    ):
        with column:
            patchview(
                picture,
                words=Words(note, places, note=note),
                dark=view.dark,
                key=key,
                on_pick=obey if key == "images_before" else _came_from(moved),
                patch=framed,
                zoomed=False,
            )


def _came_from(moved: tuple[int, ...]) -> Any:
    """A press in the shuffled picture chooses the patch that stands there now."""
    return lambda pick: obey((pick[0], moved[pick[1]]))


def _answers(text: Text, drawing: Drawing, order: int) -> None:
    names = network_names(text)
    rows = []
    for name, words in names.items():
        before, after = (pictures.reading(name, drawing.written, n) for n in (0, order))
        change = float(np.abs(after["logits"] - before["logits"]).max())
        rows.append(
            {
                "network": words,
                "before": "{} ({:.0%})".format(*likeliest(before)),
                "after": "{} ({:.0%})".format(*likeliest(after)),
                "verdict": text("images.same") if change < SAME else text("images.other"),
                "change": change,
                "shuffled": scores(name)["shuffled"],
            }
        )
    show_table(
        text("images.shuffle_alt", count=len(rows)),
        {
            "network": text("images.network"),
            "before": text("images.col_before"),
            "after": text("images.col_after"),
            "verdict": text("images.col_verdict"),
            "change": Column(text("images.col_change"), form="%.2f"),
            "shuffled": Column(text("images.col_shuffled"), form="%.3f"),
        },
        rows,
    )
    st.caption(text("images.shuffle_note"))
