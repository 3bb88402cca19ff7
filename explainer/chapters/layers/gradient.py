"""Gradients by depth with and without residuals, and what a residual does to the Jacobian."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.feed_forward import Pair
from explainer.analysis.gradients import DepthGradients
from explainer.analysis.residual import Stream, stream
from explainer.chapters.layers import numbers as layers_numbers
from explainer.chapters.layers.common import (
    TONE,
    layer_names,
    norm_place,
    pick_depth,
    pick_layer,
    pick_piece,
    pick_stack,
    residual_code,
)
from explainer.chapters.layers.ffn import read_ffn
from explainer.charts.curves import Axis, Curve, curves
from explainer.frame import beats, chapter
from explainer.frame.formula import difference, number
from explainer.frame.pickers import picker
from explainer.frame.view import View
from explainer.runs import resources
from explainer.text.numbers import power
from explainer.translation import Translation

SMALL = 0.1  # a direction that shrinks below this is as good as lost
NOISE = 1e-16  # float64 knows 16 digits: a smaller gradient is what rounding left over
DEEP = 12  # layers of the untrained models in the mistake


def draw_gradient(view: View) -> None:
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        # In the decoder a gradient vanishes without residuals; what the encoder does is explained.
        stack = pick_stack(text, "layers_gradient_stack", "decoder")
        pick = picker(text, translation, stack)
        layer = pick_layer(pick, view.card["model"][f"n_{stack}_layers"])
        position = pick_piece(pick, translation, stack)
    with_it, without = both(translation)
    left, right = st.columns(2, gap="large")
    title, line = text("layers.trained_gradient"), text("layers.trained_gradient_line")
    with left, beats.elsewhere(), chapter.figure(title, line):
        _by_depth(view, stack, with_it, without)
        first, second = _ratio(with_it, stack), _ratio(without, stack)
        st.text(text("layers.gradient_down", first=first, second=second))
        if stack == "encoder":
            st.caption(text("layers.gradient_encoder"))
        st.caption(text("layers.losses", first=f"{with_it.loss:.2f}", second=f"{without.loss:.2f}"))
    title, line = text("layers.fresh_gradient"), text("layers.fresh_gradient_line")
    with right, beats.elsewhere(), chapter.figure(title, line):
        depth = pick_depth(text)
        norm = norm_place(view)
        fresh = (layers_numbers.fresh(norm, depth, skip) for skip in (True, False))
        _by_depth(view, "decoder", *fresh)
        st.caption(text("layers.fresh_why"))
    beats.here()
    with chapter.figure(text("layers.jacobian"), text("layers.jacobian_line")):
        values = _stretches(view, stack, layer, position)
    states = stream(translation.trace, stack, norm_place(view))
    numbers, rest = chapter.details()
    with numbers:
        chapter.formula(text, _formulas(states, layer, position, values))
        chapter.agreement(text, states.identity_difference())
        st.markdown(text("layers.boosting"))
    with rest:
        axis, size = ("S" if stack == "encoder" else "T"), states.states[0].shape
        rows = [
            ("x", f"B, {axis}, d_model", (1, *size)),
            ("dL/dx", f"B, {axis}, d_model", (1, *size)),
            ("dF/dx", "d_model, d_model", (size[1], size[1])),
        ]
        chapter.shapes(text, rows)
        chapter.code(text, *residual_code(view))


def both(translation: Translation) -> tuple[DepthGradients, DepthGradients]:
    """With and without residuals, of this sentence and its translation."""
    ids = (translation.model, translation.source.ids, translation.predicted)
    return resources.gradients(*ids), resources.gradients(*ids, with_residuals=False)


def _by_depth(view: View, stack: str, with_it: DepthGradients, without: DepthGradients) -> None:
    text = view.text
    first, second = (drawable(getattr(gradients, stack)) for gradients in (with_it, without))
    chapter.chart(
        curves(
            lines=[
                Curve(text("layers.with_residual"), first, TONE[stack]),
                Curve(text("layers.no_residual"), second, "error", dash=(5, 4)),
            ],
            x=Axis(text("layers.after"), words=layer_names(text, len(first) - 1)),
            y=Axis(text("layers.gradient_axis"), log=True),
            name_title=text("layers.run"),
            dark=view.dark,
        ),
        text(
            "layers.gradient_alt",
            first=power(first[0], 1),
            second=power(getattr(without, stack)[0], 1),
        ),
    )


def drawable(lengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is nothing but rounding stands at the floor."""
    return np.maximum(lengths, NOISE)


def _ratio(gradients: DepthGradients, stack: str = "decoder") -> str:
    """The gradient at the bottom of a stack as a multiple of the one at its top."""
    sizes = getattr(gradients, stack)
    ratio = sizes[0] / sizes[-1]
    return f"{ratio:.2g}" if ratio >= NOISE else f"< {power(NOISE)}"


def _stretches(view: View, stack: str, layer: int, position: int) -> Pair:
    """How much each direction of the space is stretched, with and without the identity."""
    text, translation = view.text, view.translation
    chosen = read_ffn(view, stack, layer, position)
    without, with_it = layers_numbers.stretch(
        translation, stack, layer, position, chosen.enters[position]
    )
    places = [str(i + 1) for i in range(len(without))]
    chapter.chart(
        curves(
            lines=[
                Curve(text("layers.jacobian_with"), with_it, TONE[stack]),
                Curve(text("layers.jacobian_without"), without, "error", dash=(5, 4)),
            ],
            x=Axis(text("layers.direction"), words=places),
            y=Axis(text("layers.singular")),
            name_title=text("layers.run"),
            dark=view.dark,
            height=220,
        ),
        text("layers.jacobian_alt", least=f"{with_it.min():.2f}", other=f"{without.min():.2f}"),
    )
    few, kept = (int((values < SMALL).sum()) for values in (without, with_it))
    st.caption(text("layers.jacobian_fact", few=few, all=len(without), kept=kept))
    return without, with_it


def _formulas(states: Stream, layer: int, position: int, values: Pair) -> list[str]:
    """The identity on one number of the stream, then the Jacobian and the sum over layers."""
    index = states.layer_ends()[layer + 1] - 1
    x, update = states.states[index, position], states.updates[index, position]
    i = int(np.abs(update).argmax())
    total = float(states.sums[index, position, i])
    without, with_it = values
    n = i + 1
    sum_, own, change = difference(total, float(x[i]))
    return [
        rf"(x + F(x))_{{{n}}} - x_{{{n}}} = F(x)_{{{n}}}"
        rf" = {sum_} - ({own}) = {change}",
        r"\frac{\partial (x + F(x))}{\partial x} = I + \frac{\partial F}{\partial x}",
        r"\sigma_{min}\!\left(\tfrac{\partial F}{\partial x}\right)"
        rf" = {_small(without.min())}",
        r"\sigma_{min}\!\left(I + \tfrac{\partial F}{\partial x}\right)"
        rf" = {_small(with_it.min())}",
    ]


def _small(value: float) -> str:
    """A number that may be very small, for KaTeX."""
    mantissa, power = f"{value:.1e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}" if value < SMALL else number(float(value))


def draw_gradient_mistake(view: View) -> None:
    """A residual is not there for the forward pass alone: it is the way back."""
    text, translation = view.text, view.translation
    with_it, without = both(translation)
    st.markdown(text("layers.mistake_gradient"))
    first, second = _ratio(with_it), _ratio(without)
    st.text(text("layers.mistake_gradient_own", first=first, second=second))
    first, second = (
        _ratio(layers_numbers.fresh(norm_place(view), DEEP, skip)) for skip in (True, False)
    )
    st.text(text("layers.mistake_gradient_fresh", first=first, second=second))
    st.markdown(text("layers.mistake_gradient_end"))
