"""What stands around the figures: honesty, notes, shapes, code, the mistake, downloads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from explainer.analysis.head_roles import GAIN_THRESHOLD
from explainer.analysis.maps import special_share
from explainer.chapters.maps.charts import map_csv, map_json, map_png, map_svg
from explainer.chapters.maps.formula import head_of
from explainer.chapters.maps.view import Arrays, Figure, side_colours
from explainer.frame import chapter, teaching
from explainer.frame.cells import Cell
from explainer.translation import STACKS

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View
    from explainer.text import Text


def draw_honesty(text: Text, translation: Translation, arrays: Arrays, figure: Figure) -> None:
    """ "Attention is not explanation", with a number of the head on screen."""
    if teaching.current().present:
        return  # a slide has the figure alone
    with st.container(border=True):
        st.subheader(text("maps.honest"), anchor=False)
        st.markdown(_fact(text, translation, arrays, figure))
        st.markdown(text.article("maps.honesty"))


def _fact(text: Text, translation: Translation, arrays: Arrays, figure: Figure) -> str:
    found = special_share(figure.pieces(arrays), figure.keys)
    if found is None:
        return text("maps.fact_none")
    token, share, columns = found
    head = head_of(translation, figure)
    if head is None:
        return text("maps.fact_map", share=f"{share:.0%}", token=token)
    handed = float(head.norm_shares()[:, columns].sum(axis=-1).mean())
    return text("maps.fact", share=f"{share:.0%}", token=token, norm=f"{handed:.0%}")


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
                mean=f"{float(shown.hidden.mean()):.0%}",
                most=f"{float(shown.hidden[row]):.0%}",
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


def draw_downloads(view: View, figure: Figure) -> None:
    """SVG, PNG, CSV, JSON; each is made when it is asked for."""
    translation = view.translation
    if teaching.hides("downloads"):
        return
    text, options, shown = view.text, figure.choice.options, figure.shown
    labelled: dict[str, Any] = {
        "weights": shown.weights,
        "row_labels": shown.row_labels,
        "key_labels": shown.key_labels,
    }
    title = text("maps.picture_title", kind=_kind_name(text, options.kind), name=figure.name)
    caption = text("maps.picture_caption", model=translation.model)
    name = f"attention-{options.kind}-layer{options.layer + 1}-{options.combine}"
    if options.combine == "one":
        name += f"-head{figure.choice.head + 1}"
    about = _about(translation, figure)
    tones: dict[str, Any] = side_colours(options.kind)
    st.caption(text("maps.download"))
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            text("maps.download_svg"),
            key="maps_svg",
            file_name=f"{name}.svg",
            data=lambda: map_svg(**labelled, title=title, caption=caption, dark=view.dark, **tones),
            mime="image/svg+xml",
            on_click="ignore",
        )
        st.download_button(
            text("maps.download_png"),
            key="maps_png",
            file_name=f"{name}.png",
            data=lambda: map_png(**labelled, title=title, dark=view.dark, **tones),
            mime="image/png",
            on_click="ignore",
        )
        st.download_button(
            text("maps.download_csv"),
            key="maps_csv",
            file_name=f"{name}.csv",
            data=lambda: map_csv(**labelled),
            mime="text/csv",
            on_click="ignore",
        )
        st.download_button(
            text("maps.download_json"),
            key="maps_json",
            file_name=f"{name}.json",
            data=lambda: map_json(**labelled, about=about),
            mime="application/json",
            on_click="ignore",
        )


def _kind_name(text: Text, kind: str) -> str:
    return {
        "encoder": text("words.kind_encoder"),
        "decoder": text("words.kind_decoder"),
        "cross": text("words.kind_cross"),
    }[kind]


def _about(translation: Translation, figure: Figure) -> dict[str, Any]:
    """Everything needed to make the same map again; layer and heads count from 1."""
    choice, options = figure.choice, figure.choice.options
    several = options.combine in ("one", "chosen")
    return {
        "model": translation.model,
        "source": translation.source.text,
        "translation": translation.text,
        "kind": options.kind,
        "layer": options.layer + 1,
        "combine": options.combine,
        "heads": [head + 1 for head in options.heads] if several else "all",
        "row_label": "predicted" if choice.predicted else "fed",
        "unit": "words" if options.words else "pieces",
        "special_tokens_hidden": options.hide,
        "hidden_share": [round(float(share), 6) for share in figure.shown.hidden],
    }


def draw_shapes(text: Text, translation: Translation, figure: Figure) -> None:
    """The tensors of this attention with their real sizes, and the lines that compute them."""
    options = figure.choice.options
    stack, part = STACKS[options.kind]
    name = f"{stack}.{options.layer}.{part}"
    dims = {"q": "B, H, Q, E", "k": "B, H, K, E", "v": "B, H, K, E"}
    dims |= {"scores": "B, H, Q, K", "weights": "B, H, Q, K", "heads": "B, H, Q, E"}
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
    return text("maps.role_help", threshold=GAIN_THRESHOLD)
