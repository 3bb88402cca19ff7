"""The model's own dot products with four divisors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import streamlit as st

from explainer.analysis.scaling import (
    Divisor,
    ScaledHead,
    scaled_head,
    strongest_row,
)
from explainer.chapters.scaling.experiment import draw_experiment
from explainer.chapters.scaling.random import divisors_of, draw_softmax_bars, spread_of
from explainer.drawings import rounded
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import KIND, ROW, pick_head, sides
from explainer.frame.symbols import SIDES
from explainer.frame.view import View
from explainer.text import Text
from explainer.translation import prefix_of

SHOWN: Final[tuple[Divisor, ...]] = ("none", "root", "width", "model")


def draw_own(view: View) -> None:
    """Draw a head's row under four divisors, all its scores, and the translations."""
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = KIND.draw(text)
        pick, layer, head = pick_head(text, translation, kind)
    scaled = scaled_head(translation.trace, prefix_of(kind, layer), head)
    rows, keys = sides(translation, kind)
    with chapter.figure(text("scaling.own"), text("scaling.own_line", d=scaled.d_k)):
        place = st.container()
        row = pick.slider(ROW, len(scaled.dots), strongest_row(scaled))
        with place:
            st.text(text("scaling.row_of", row=row + 1, token=rows.tokens[row]))
            data = own_data(text, scaled, row, keys.tokens, SHOWN)
            draw_softmax_bars(text, {**data, "spread": _spread(scaled)}, "scaling_own")
        st.markdown(text("scaling.trained", product=f"{scaled.part_variance:.2f}", d=scaled.d_k))
    draw_experiment(view, scaled.d_k, scaled.d_model)
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, _equations(view, scaled, row))
        chapter.agreement(text, float(np.abs(scaled.weights("root") - scaled.recorded).max()))
    with shapes:
        queries, seen = scaled.dots.shape
        heads, (rows_axis, keys_axis) = scaled.d_model // scaled.d_k, SIDES[kind]
        chapter.shapes(
            text,
            [
                ("q", f"B, H, {rows_axis}, d_k", (1, heads, queries, scaled.d_k)),
                ("k", f"B, H, {keys_axis}, d_k", (1, heads, seen, scaled.d_k)),
                ("scores", f"B, H, {rows_axis}, {keys_axis}", (1, heads, queries, seen)),
            ],
        )
        chapter.code(text, "explainer.model.attention", "attention_weights")


def own_data(
    text: Text, scaled: ScaledHead, row: int, keys: Sequence[str], shown: Sequence[Divisor]
) -> dict[str, Any]:
    """Return a row's data under the divisors `shown`, without the head's score spread."""
    scores = zip(rounded(scaled.dots[row]), scaled.visible[row], strict=True)
    return {
        "widths": [scaled.d_k],
        "keys": list(keys),
        "scores": [[score if there else None for score, there in scores]],
        "divisors": divisors_of(text, shown, [scaled.d_k], scaled.d_model),
        "spread": None,
    }


def _spread(scaled: ScaledHead) -> dict[str, Any]:
    """Return the spread of all the head's scores."""
    raw = scaled.dots[scaled.visible]
    reach = 1.05 * float(np.abs(raw).max()) or 1.0
    return spread_of([raw], [scaled.d_k], reach, reach / scaled.d_k**0.5)


def _equations(view: View, scaled: ScaledHead, row: int) -> list[str]:
    colours = tones(view.dark)
    weights = scaled.weights("root")[row]
    best = int(weights.argmax())
    q, k = in_colour(colours, "q", f"q_{{{row + 1}}}"), in_colour(colours, "k", f"k_{{{best + 1}}}")
    dot, root = float(scaled.dots[row, best]), scaled.d_k**0.5
    return [
        rf"s = \frac{{{q} \cdot {k}}}{{\sqrt{{d_k}}}} = \frac{{{number(dot)}}}"
        rf"{{\sqrt{{{scaled.d_k}}}}} = {number(dot / root)}",
        rf"{in_colour(colours, 'weight', 'w')} = \frac{{e^s}}{{\sum_l e^{{s_l}}}} = "
        rf"{in_colour(colours, 'weight', f'{weights[best]:.3f}')}",
        rf"\sqrt{{d_{{model}}}} = \sqrt{{h}} \sqrt{{d_k}} = \sqrt{{{scaled.d_model // scaled.d_k}}}"
        rf" \cdot {root:.2f} = {scaled.d_model**0.5:.2f}",
    ]


def draw_mistake(view: View) -> None:
    """Divide by d_k, or by sqrt(d_model), on the user's sentence."""
    text, translation = view.text, view.translation
    layer, head = translation.attention("cross").shape[0] - 1, 0
    heads = [
        scaled_head(translation.trace, prefix_of("cross", layer), i)
        for i in range(translation.attention("cross").shape[1])
    ]
    lost = [
        float((one.weights("root").max(-1) - one.weights("width").max(-1)).max()) for one in heads
    ]
    head = int(np.argmax(lost))
    scaled = heads[head]
    row = strongest_row(scaled)
    chapter.wrong(text, text("scaling.mistake_line"))
    st.text(
        text(
            "scaling.mistake_row",
            layer=layer + 1,
            head=head + 1,
            row=row + 1,
            token=translation.predicted_tokens[row],
        )
    )
    shown: tuple[Divisor, ...] = ("root", "width", "model")
    data = own_data(text, scaled, row, translation.source.tokens, shown)
    draw_softmax_bars(text, data, "scaling_mistake")
    largest = {by: float(scaled.weights(by)[row].max()) for by in shown}
    st.markdown(
        text(
            "scaling.mistake_live",
            d=scaled.d_k,
            model=scaled.d_model,
            root=f"{largest['root']:.2f}",
            width=f"{largest['width']:.2f}",
            wide=f"{largest['model']:.2f}",
        )
    )
