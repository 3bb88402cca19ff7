"""What stands around the figures: honesty, notes, shapes, code, the mistake."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.head_roles import GAIN_THRESHOLD
from explainer.analysis.maps import special_share
from explainer.chapters.maps.formula import head_of
from explainer.chapters.maps.view import Arrays, Figure
from explainer.frame import chapter, teaching
from explainer.frame.cells import Cell
from explainer.frame.symbols import SIDES
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.translation import Translation, prefix_of


def draw_honesty(text: Text, translation: Translation, arrays: Arrays, figure: Figure) -> None:
    """ "Attention is not explanation", with a number of the head on screen."""
    if teaching.current().present:
        return  # a slide has the figure alone
    with st.container(border=True):
        st.subheader(text("maps.honest"), anchor=False)
        st.markdown(_fact(text, translation, arrays, figure))
        st.markdown(text.article("maps.honesty"))


def _fact(text: Text, translation: Translation, arrays: Arrays, figure: Figure) -> str:
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


def draw_mistake(view: View) -> None:
    """The label that is off by one, shown on the strongest cell of the last cross-attention."""
    text, translation = view.text, view.translation
    weights = translation.attention("cross")[-1].mean(axis=0)
    first = 1 if len(weights) > 2 else 0  # `<s>` is a dull wrong name
    step, key = divmod(int(weights[first:, :-1].argmax()), weights.shape[1] - 1)
    step += first
    piece, weight = translation.source.pieces[key], f"{float(weights[step, key]):.2f}"
    fed, written = translation.fed_pieces[step], translation.predicted_pieces[step]
    st.markdown(text("maps.mistake_line"))
    st.text(text("maps.mistake_live_wrong", fed=fed, column=piece, weight=weight))
    right = text("maps.mistake_live_right", predicted=written, column=piece, weight=weight)
    st.text(right)
    st.markdown(text("maps.mistake_end"))


def role_help(text: Text) -> str:
    """How the role of a head is found, for its tooltip."""
    return text("words.role_help", threshold=GAIN_THRESHOLD)
