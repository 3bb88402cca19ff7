"""What stands around the figures: a fact about the weights, notes, shapes, code."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.head_roles import GAIN_THRESHOLD
from explainer.analysis.maps import special_share
from explainer.chapters.maps.formula import head_of
from explainer.chapters.maps.view import Arrays, Figure
from explainer.frame import chapter
from explainer.frame.cells import Cell
from explainer.frame.symbols import SIDES
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.translation import Translation, prefix_of


def special_fact(text: Text, translation: Translation, arrays: Arrays, figure: Figure) -> str:
    """How much weight lies on a special token, and how much of what is handed over."""
    special = special_share(figure.pieces(arrays), figure.keys)
    if special is None:
        return text("maps.fact_none")
    token, share, columns = special
    head = head_of(translation, figure)
    if head is None:
        return text("maps.fact_map", share=percent(share, 0), token=token)
    handed = float(head.norm_shares()[:, columns].sum(axis=-1).mean())
    return text("maps.fact", share=percent(share, 0), token=token, norm=percent(handed, 0))


def draw_notes(text: Text, translation: Translation, figure: Figure, cell: Cell) -> None:
    """What was done to the map before it was drawn, and the shift of the decoder's rows."""
    options, shown = figure.choice.options, figure.shown
    if options.kind != "encoder":
        step = shown.row_groups[cell[0]][-1]
        fed, written = translation.fed_pieces[step], translation.predicted_pieces[step]
        st.text(text("maps.shift", fed=fed, predicted=written))
    if options.hide:
        row = int(shown.hidden.argmax())
        st.text(
            text(
                "maps.hidden_note",
                mean=percent(float(shown.hidden.mean()), 0),
                most=percent(float(shown.hidden[row]), 0),
                row=shown.row_labels[row],
            )
        )
    if shown.empty.any():
        st.caption(text("maps.empty_note", count=int(shown.empty.sum())))
    if options.words:
        st.caption(text("maps.words_note"))
    if options.combine == "rollout":
        st.caption(text("maps.rollout_note"))
        if options.kind == "cross":
            st.caption(text("maps.rollout_cross_note"))
    if figure.choice.unchosen:
        st.caption(text("maps.choose_some", head=figure.choice.head + 1))


def draw_shapes(text: Text, translation: Translation, figure: Figure) -> None:
    """The tensors of this attention with their real sizes, and the lines that compute them."""
    options = figure.choice.options
    name = prefix_of(options.kind, options.layer)
    asked, seen = SIDES[options.kind]
    head, keys, grid = f"B, H, {asked}, d_k", f"B, H, {seen}, d_k", f"B, H, {asked}, {seen}"
    dims = {"q": head, "k": keys, "v": keys, "scores": grid, "weights": grid, "heads": head}
    rows = [
        (part, axes, (1, *translation.trace[f"{name}.{part}"].shape)) for part, axes in dims.items()
    ]
    layers = translation.attention(options.kind).shape[0]
    chapter.shapes(text, rows, text("maps.shapes_line", layers=layers))
    chapter.code(text, "explainer.model.attention", "attention_weights")


def role_help(text: Text) -> str:
    """How the role of a head is found, for its tooltip."""
    return text("words.role_help", threshold=GAIN_THRESHOLD)
