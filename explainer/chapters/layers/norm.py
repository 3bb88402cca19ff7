"""Layer norm with its numbers on a real vector, compared with batch norm."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.normalisation import (
    EPSILON,
    Normed,
    batch_norm,
    batch_norm_count,
    layer_norm_count,
    normalisation_count,
)
from explainer.chapters.layers.common import (
    STACK,
    TONE,
    pick_layer,
    pick_sublayer,
    pick_token,
    residual_code,
    second_figure,
)
from explainer.chapters.layers.gradient import draw_gradient, jacobian
from explainer.chapters.layers.one_norm import Chosen, read_norm
from explainer.charts.curves import Rule
from explainer.charts.lookup import strip
from explainer.frame import chapter, teaching
from explainer.frame.choices import Slider
from explainer.frame.formula import number
from explainer.frame.pickers import picker
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import decimal

CHANNEL = Slider("layers_channel", 1)


def draw_norm(view: View) -> None:
    """Draw a vector before and after layer norm, and compare the axes of batch norm."""
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        stack = STACK.draw(text)
        pick = picker(text, translation, stack)
        sizes = view.card["model"]
        layer = pick_layer(pick, sizes[f"n_{stack}_layers"])
        part = pick_sublayer(text, stack)
        position = pick_token(pick, translation, stack)
    chosen = read_norm(view, stack, layer, part, position)
    mean, deviation = (
        float(numbers[position, 0]) for numbers in (chosen.again.mean, chosen.again.deviation)
    )
    band = text("layers.mark_band", mean=decimal(mean), deviation=decimal(deviation))
    with chapter.figure(text("layers.layer_norm"), f"{text('layers.layer_norm_line')} {band}"):
        width = chosen.before.shape[1]
        channel = CHANNEL.draw(text, 1, width, width=width) - 1
        _strips(view, chosen, channel)
    axes = second_figure(text("layers.axes"), text("layers.axes_line"), "layers_axes")
    if axes.open:
        with axes:
            _axes(text, chosen, channel)
            _counts(text, chosen)
    draw_gradient(view)
    numbers, rest = chapter.details()
    with numbers:
        residual, fact = jacobian(view, stack, layer, position)
        difference = float(np.abs(chosen.again.out - chosen.after).max())
        note = f"{fact}\n\n{text('layers.boosting')}"
        chapter.formula(text, [*_formulas(chosen, channel), *residual], note, difference)
        if teaching.hides("formula"):
            st.caption(note)
    with rest:
        axis = "S" if stack == "encoder" else "T"
        rows = [
            ("x", f"B, {axis}, d_model", (1, *chosen.before.shape)),
            ("mean", f"B, {axis}, 1", (1, len(chosen.before), 1)),
            ("deviation", f"B, {axis}, 1", (1, len(chosen.before), 1)),
            ("gamma", "d_model", chosen.gamma.shape),
            ("beta", "d_model", chosen.beta.shape),
        ]
        chapter.shapes(text, rows)
        chapter.code(
            text, "explainer.analysis.normalisation", "_normalise", more=[residual_code(view)]
        )


def _strips(view: View, chosen: Chosen, channel: int) -> None:
    """Draw the same channels before, standardised and after, on one scale."""
    text, again, p = view.text, chosen.again, chosen.position
    mean, deviation = float(again.mean[p, 0]), float(again.deviation[p, 0])
    rows: tuple[tuple[str, NDArray[np.floating], list[Rule]], ...] = (
        (
            text("layers.before"),
            chosen.before[p],
            [Rule(level, "", "second") for level in (mean + deviation, mean, mean - deviation)],
        ),
        (
            text("layers.standard"),
            again.standard[p],
            [Rule(level, "", "second") for level in (1.0, 0.0, -1.0)],
        ),
        (text("layers.after_norm"), chosen.after[p], []),
    )
    most = max(float(np.abs(values).max()) for _, values, _ in rows)
    for name, values, marks in rows:
        chapter.chart(
            strip(
                values=values,
                numbers=range(1, len(values) + 1),
                colour=TONE[chosen.stack],
                label_title=text("layers.channel"),
                value_title=name,
                dark=view.dark,
                levels=marks,
                chosen=channel,
                span=(-most, most),
            ),
            text(
                "layers.strip_alt",
                name=name,
                mean=decimal(float(values.mean()), 3),
                deviation=decimal(float(values.std()), 3),
            ),
        )


def _axes(text: Text, chosen: Chosen, channel: int) -> None:
    """Explain the axes: across a row or down a column."""
    p, (length, width) = chosen.position, chosen.before.shape

    def measured(normed: Normed, place: tuple[int, int]) -> list[str]:
        values = (normed.mean[place], normed.deviation[place], normed.standard[p, channel])
        return [f"{value:.3f}" for value in values]

    names = text.each("layers.axis_*", "over", "mean", "deviation")
    what = [*names.values(), text("layers.axis_value", channel=channel + 1)]
    across = [text("layers.over_channels", count=width), *measured(chosen.again, (p, 0))]
    batch = batch_norm(chosen.before)
    down = [text("layers.over_positions", count=length), *measured(batch, (0, channel))]
    show_table(
        text("layers.axes"),
        {
            "what": Column(text("layers.axis_what"), what),
            "layer": Column(text("layers.axis_layer"), across),
            "batch": Column(text("layers.axis_batch"), down),
        },
    )
    st.markdown(text("layers.why_layer_norm"))
    st.caption(text("layers.grow_line"))


def _formulas(chosen: Chosen, channel: int) -> list[str]:
    again, p = chosen.again, chosen.position
    x, mean = float(chosen.before[p, channel]), float(again.mean[p, 0])
    deviation = float(again.deviation[p, 0])
    standard, gamma = float(again.standard[p, channel]), float(chosen.gamma[channel])
    beta, out = float(chosen.beta[channel]), float(again.out[p, channel])
    i = channel + 1
    return [
        rf"\mu = \frac{{1}}{{d}} \textstyle\sum_i x_i = {number(mean)}",
        rf"\sigma = \textstyle\sqrt{{\frac{{1}}{{d}} \sum_i (x_i - \mu)^2}} = {number(deviation)}",
        rf"\hat{{x}}_{{{i}}} = \frac{{x_{{{i}}} - \mu}}{{\sqrt{{\sigma^2 + \epsilon}}}}"
        rf" = \frac{{{number(x)} - ({number(mean)})}}"
        rf"{{\sqrt{{{number(deviation)}^2 + 10^{{{round(np.log10(EPSILON))}}}}}}}"
        rf" = {number(standard)}",
        rf"y_{{{i}}} = \gamma_{{{i}}} \hat{{x}}_{{{i}}} + \beta_{{{i}}}"
        rf" = {number(gamma)} \cdot ({number(standard)}) + ({number(beta)}) = {number(out)}",
    ]


def _counts(text: Text, chosen: Chosen) -> None:
    """Count the parameters of each kind for width k; layer norm's are checked on the model."""
    k = chosen.before.shape[1]
    kinds = [text("layers.kind_fixed"), text("layers.axis_batch"), text("layers.axis_layer")]
    counts = [normalisation_count(k), batch_norm_count(k), layer_norm_count(k)]
    learned = [0, 2 * k, chosen.gamma.size + chosen.beta.size]
    show_table(
        text("layers.counts_alt", width=k),
        {
            "kind": Column(text("layers.kind_of_norm"), kinds),
            "rule": Column(text("layers.rule"), ["2k + 1", "4k", "2k"], width=60),
            "count": Column(text("layers.rule_count", width=k), counts, width=90),
            "learned": Column(text("layers.learned"), learned, width=90),
        },
    )
    st.caption(text("layers.counts_line"))


def draw_norm_mistake(view: View) -> None:
    """Normalise over the wrong axis: over the sentence instead of the vector."""
    text = view.text
    last = view.card["model"]["n_encoder_layers"] - 1
    chosen = read_norm(view, "encoder", last, "ffn", 0)
    wrong = batch_norm(chosen.before).standard * chosen.gamma + chosen.beta
    off = float(np.abs(wrong - chosen.after).max())
    short = float(np.abs(batch_norm(chosen.before[:1]).standard).max())
    alone = text("layers.mistake_norm_one", largest=f"{short:.1f}")
    wide = text("layers.mistake_norm_wrong", off=f"{off:.2f}")
    chapter.wrong(text, text("layers.mistake_norm"), f"{wide}  \n{alone}")
