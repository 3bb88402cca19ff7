"""Gradients by depth with post-norm, pre-norm and without residuals, and a residual's Jacobian."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.gradients import DepthGradients
from explainer.chapters.layers import numbers as layers_numbers
from explainer.chapters.layers.common import DEPTH, layer_names, norm_place
from explainer.chapters.layers.ffn import read_ffn
from explainer.charts.curves import Axis, Curve, curves
from explainer.frame import chapter
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.runs import resources
from explainer.text.numbers import power

SMALL = 0.1  # a direction that shrinks below this is as good as lost
NOISE = 1e-16  # float64 knows 16 digits: a smaller gradient is what rounding left over


def draw_gradient(view: View) -> None:
    """Draw gradients of untrained decoders, and in a sentence those of this model."""
    text, translation = view.text, view.translation
    with chapter.figure(text("layers.place"), text("layers.place_line")):
        depth = DEPTH.draw(text)
        runs = {
            "post": layers_numbers.fresh("post", depth, True),
            "pre": layers_numbers.fresh("pre", depth, True),
            "no_residual": layers_numbers.fresh(norm_place(view), depth, False),
        }
        looks = {"post": ("target", ()), "pre": ("residual", (5, 4)), "no_residual": ("error", ())}
        names = text.each("layers.*", "post", "pre", "no_residual")
        lines = [
            Curve(names[name], drawable(runs[name].decoder), tone, dash=dash)
            for name, (tone, dash) in looks.items()
        ]
        chapter.chart(
            curves(
                lines=lines,
                x=Axis(text("layers.after"), words=layer_names(text, depth)),
                y=Axis(text("layers.gradient_axis"), log=True),
                name_title=text("layers.place_of_norm"),
                dark=view.dark,
            ),
            text("layers.gradient_alt", **{name: _ratio(run) for name, run in runs.items()}),
        )
        ids = (translation.model, translation.source.ids, translation.predicted)
        own = (resources.gradients(*ids), resources.gradients(*ids, with_residuals=False))
        first, second = map(_ratio, own)
        down = text("layers.gradient_down", first=first, second=second)
        st.caption(f"{down}\n\n{text('layers.place_source')}")


def jacobian(view: View, stack: str, layer: int, position: int) -> tuple[list[str], str]:
    """Return formulas of norm placement and the residual's Jacobian, and what the I contributes."""
    enters = read_ffn(view, stack, layer, position).enters[position]
    without, with_it = layers_numbers.jacobian_values(
        view.translation, stack, layer, position, enters
    )
    few, kept = (int((values < SMALL).sum()) for values in (without, with_it))
    return [
        r"\text{post}:\; x' = \mathrm{LayerNorm}(x + F(x))",
        r"\text{pre}:\; x' = x + F(\mathrm{LayerNorm}(x))",
        r"\frac{\partial (x + F(x))}{\partial x} = I + \frac{\partial F}{\partial x}",
        r"\sigma_{min}\!\left(\tfrac{\partial F}{\partial x}\right)"
        rf" = {_small(without.min())}",
        r"\sigma_{min}\!\left(I + \tfrac{\partial F}{\partial x}\right)"
        rf" = {_small(with_it.min())}",
    ], view.text("layers.jacobian_fact", few=few, all=len(without), kept=kept)


def drawable(lengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Clip values that are only rounding errors to the floor."""
    return np.maximum(lengths, NOISE)


def _ratio(gradients: DepthGradients) -> str:
    """Format the decoder's gradient at the bottom as a multiple of that at the top."""
    ratio = gradients.decoder[0] / gradients.decoder[-1]
    return f"{ratio:.2g}" if ratio >= NOISE else f"< {power(NOISE)}"


def _small(value: float) -> str:
    """Format a possibly very small number for KaTeX."""
    mantissa, power = f"{value:.1e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}" if value < SMALL else number(float(value))
