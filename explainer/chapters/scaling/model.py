"""The model's own dot products, before and after the division, and the wrong divisors."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.scaling import (
    DIVISORS,
    Divisor,
    ScaledHead,
    divisor,
    entropy,
    jacobian_norm,
    scaled_head,
    strongest_row,
)
from explainer.chapters.scaling.random import divisor_names
from explainer.chapters.scaling.spread import Spread, draw_spreads
from explainer.charts.cell_map import cell_map
from explainer.frame import chapter
from explainer.frame.formula import coloured, number, tones
from explainer.frame.pickers import pick_head, pick_kind, sides
from explainer.frame.symbols import SIDES
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.translation import AttentionKind, prefix_of

Floats = NDArray[np.float64]
BINS = 48


def draw_own(view: View) -> None:
    """Histogram of one head, its numbers under four divisors, one row of weights."""
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = pick_kind(text)
        pick, layer, head = pick_head(text, translation, kind)
    found = scaled_head(translation.trace, prefix_of(kind, layer), head)
    with chapter.figure(text("scaling.own"), text("scaling.own_line", d=found.d_k)):
        _histograms(view, found)
    rows, keys = sides(translation, kind)
    with chapter.figure(text("scaling.divided"), text("scaling.divided_line")):
        row = pick.row(len(found.dots), strongest_row(found))
        st.text(text("scaling.row_of", row=row + 1, piece=rows.pieces[row]))
        _rows(view, found, row, keys.pieces, DIVISORS, "scaling_rows", kind)
        _table(text, found)
        difference = float(np.abs(found.weights("root") - found.recorded).max())
        chapter.agreement(text, difference)
    numbers, shapes = st.columns(2, gap="large")
    with numbers:
        chapter.formula(text, _equations(view, found, row))
    with shapes:
        queries, seen = found.dots.shape
        heads, (rows_axis, keys_axis) = found.d_model // found.d_k, SIDES[kind]
        chapter.shapes(
            text,
            [
                ("q", f"B, H, {rows_axis}, d_k", (1, heads, queries, found.d_k)),
                ("k", f"B, H, {keys_axis}, d_k", (1, heads, seen, found.d_k)),
                ("scores", f"B, H, {rows_axis}, {keys_axis}", (1, heads, queries, seen)),
            ],
        )
        chapter.code(text, "explainer.model.attention", "attention_weights")


def _histograms(view: View, found: ScaledHead) -> None:
    """Both on one axis: the division is a squeeze."""
    text = view.text
    raw = found.dots[found.visible]
    reach = 1.05 * float(np.abs(raw).max()) or 1.0
    scaled, titles = raw / found.d_k**0.5, (text("scaling.axis_raw"), text("scaling.axis_scaled"))
    spreads = (
        Spread("before", raw, reach, found.d_k, "residual", titles[0]),
        Spread("after", scaled, reach, 1.0, "weight", titles[1]),
    )
    draw_spreads(view, spreads, BINS)
    st.markdown(text("scaling.trained", product=f"{found.part_variance:.2f}", d=found.d_k))


def _rows(
    view: View,
    found: ScaledHead,
    row: int,
    keys: tuple[str, ...],
    shown: tuple[Divisor, ...],
    key: str,
    kind: AttentionKind,
) -> None:
    """The weights of one row, a line for each divisor."""
    text, names = view.text, divisor_names(view.text)
    weights = np.stack([found.weights(by)[row] for by in shown])
    seen = np.broadcast_to(found.visible[row], weights.shape)
    chapter.chart(
        cell_map(
            values=weights,
            row_labels=[names[by] for by in shown],
            key_labels=keys,
            row_title="",
            value_title=text("words.weight"),
            dark=view.dark,
            row_colour="ink",
            key_title=text("words.key_axis_target")
            if kind == "decoder"
            else text("words.key_axis_source"),
            key_colour="target_text" if kind == "decoder" else "source_text",
            masked=~seen,
        ),
        text(
            "scaling.rows_alt",
            row=row + 1,
            root=f"{found.weights('root')[row].max():.2f}",
            width=f"{found.weights('width')[row].max():.2f}",
        ),
        key,
    )


def _table(text: Text, found: ScaledHead) -> None:
    """Means over the rows of this head."""
    names = divisor_names(text)
    maps = {by: found.weights(by) for by in DIVISORS}
    show_table(
        text("scaling.table_alt"),
        {
            "divisor": Column(text("scaling.divisor"), [names[by] for by in DIVISORS]),
            "number": Column(
                text("scaling.number"),
                [divisor(by, found.d_k, found.d_model) for by in DIVISORS],
                "%.2f",
            ),
            "largest": Column(
                text("scaling.largest"),
                [float(maps[by].max(axis=-1).mean()) for by in DIVISORS],
                "%.3f",
            ),
            "entropy": Column(
                text("scaling.entropy"),
                [float(entropy(maps[by], found.visible).mean()) for by in DIVISORS],
                "%.3f",
            ),
            "gradient": Column(
                text("scaling.gradient"),
                [float(jacobian_norm(maps[by]).mean()) for by in DIVISORS],
                "%.3f",
            ),
        },
    )


def _equations(view: View, found: ScaledHead, row: int) -> list[str]:
    colours = tones(view.dark)
    weights = found.weights("root")[row]
    best = int(weights.argmax())
    q, k = coloured(colours, "q", f"q_{{{row + 1}}}"), coloured(colours, "k", f"k_{{{best + 1}}}")
    dot, root = float(found.dots[row, best]), found.d_k**0.5
    return [
        rf"s = \frac{{{q} \cdot {k}}}{{\sqrt{{d_k}}}} = \frac{{{number(dot)}}}"
        rf"{{\sqrt{{{found.d_k}}}}} = {number(dot / root)}",
        rf"{coloured(colours, 'weight', 'w')} = \frac{{e^s}}{{\sum_l e^{{s_l}}}} = "
        rf"{coloured(colours, 'weight', f'{weights[best]:.3f}')}",
        rf"\sqrt{{d_{{model}}}} = \sqrt{{h}} \sqrt{{d_k}} = \sqrt{{{found.d_model // found.d_k}}}"
        rf" \cdot {root:.2f} = {found.d_model**0.5:.2f}",
    ]


def draw_mistake(view: View) -> None:
    """Dividing by d_k, or by sqrt(d_model), on the reader's sentence."""
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
    found = heads[head]
    row = strongest_row(found)
    st.markdown(text("scaling.mistake_line"))
    st.text(
        text(
            "scaling.mistake_row",
            layer=layer + 1,
            head=head + 1,
            row=row + 1,
            piece=translation.predicted_pieces[row],
        )
    )
    shown: tuple[Divisor, ...] = ("root", "width", "model")
    _rows(view, found, row, translation.source.pieces, shown, "scaling_mistake", "cross")
    spread = {by: float(entropy(found.weights(by)).mean()) for by in shown}
    largest = {by: float(found.weights(by)[row].max()) for by in shown}
    st.markdown(
        text(
            "scaling.mistake_live",
            d=found.d_k,
            model=found.d_model,
            root=f"{largest['root']:.2f}",
            width=f"{largest['width']:.2f}",
            wide=f"{largest['model']:.2f}",
            entropy_root=f"{spread['root']:.2f}",
            entropy_width=f"{spread['width']:.2f}",
            entropy_model=f"{spread['model']:.2f}",
        )
    )
    st.markdown(text("scaling.mistake_end"))
