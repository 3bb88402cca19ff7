"""Kernel smoothing and attention on the same points, and the fitted bandwidth."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.smoothing import (
    HIGH,
    KERNELS,
    LOW,
    NARROW,
    SHAPES,
    DataName,
    KernelName,
    dot_attention,
    fit_bandwidth,
    gaussian_attention,
    kernel_weights,
    leave_one_out,
    on_circle,
    sample,
)
from explainer.chapters.lookup.charts import Words, smoothing, weight_bars
from explainer.chapters.lookup.model import draw_model_kernel
from explainer.charts.curves import Curve
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Slider
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import power

Floats = NDArray[np.float64]
WIDEST: Final = 3.0
GRID: Final = np.linspace(LOW, HIGH, 161)
LIMITS: Final = (LOW, HIGH)
KERNEL = OneOf("lookup_kernel", (*KERNELS,))
DATA = OneOf("lookup_data", (*SHAPES,))
BANDWIDTH = Slider("lookup_h", NARROW, WIDEST, 0.01, usual=0.5)
QUERY = Slider("lookup_q", LOW, HIGH, 0.1, usual=2.5)


@dataclass(frozen=True)
class Setting:
    """The user's choices."""

    data: DataName
    kernel: KernelName
    bandwidth: float
    query: float


def draw_kernel(view: View) -> Setting:
    """Draw curves, weights at the query, fitted bandwidth, formula, shapes, code."""
    text = view.text
    setting = _controls(text)
    keys, values = sample(setting.data)
    here = np.array([setting.query])
    weights = kernel_weights(here, keys, setting.bandwidth, setting.kernel)[0]
    answer = None if np.isnan(weights).any() else float(weights @ values)
    with chapter.figure(text("lookup.smooth"), text("lookup.smooth_line")):
        _curves(view, setting, weights, answer)
    translated = view.maybe_translation is not None
    difference = draw_model_kernel(view) if translated else None
    numbers, shapes = chapter.details()
    with numbers:
        equations = _equations(view, setting, weights, answer)
        chapter.formula(text, equations, difference=difference)
    with shapes:
        n = len(keys)
        rows = [("q", "1", (1,)), ("k, v", "n", (n,)), ("w", "1, n", (1, n)), ("u", "1", (1,))]
        chapter.shapes(text, rows, text("lookup.smooth_shapes"), own="n")
        chapter.code(text, "explainer.analysis.smoothing", "kernel_weights")
    return setting


def _controls(text: Text) -> Setting:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kernel, data = KERNEL.draw(text), DATA.draw(text)
    left, right = st.columns(2, gap="large")
    with left:
        bandwidth = BANDWIDTH.draw(text)
    with right:
        return Setting(data, kernel, bandwidth, QUERY.draw(text))


def words(text: Text) -> Words:
    """Return the axis titles: key, value, weight."""
    return text("lookup.axis_key"), text("lookup.axis_value"), text("words.weight")


def _two_curves(text: Text, kernel: Floats, attention: Floats) -> list[Curve]:
    name = text("lookup.curve_attention")
    return [
        Curve(text("lookup.curve_kernel"), kernel, "target", GRID, pointed=False),
        Curve(name, attention, "ink", GRID, dash=(3, 5), pointed=False),
    ]


def _same(text: Text, keys: Floats, h: float, dots: Floats) -> list[str]:
    """Show that dot products on a circle give the weights of distances."""
    distances = gaussian_attention(on_circle(GRID), on_circle(keys), h)
    difference = power(np.abs(dots - distances).max())
    return [text("lookup.same"), text("lookup.same_difference", difference=difference)]


def _curves(view: View, setting: Setting, weights: Floats, answer: float | None) -> None:
    text, named = view.text, words(view.text)
    keys, values = sample(setting.data)
    h = setting.bandwidth
    by_kernel = kernel_weights(GRID, keys, h, setting.kernel) @ values
    dots = dot_attention(on_circle(GRID), on_circle(keys), h)
    by_attention = dots @ values
    chapter.chart(
        smoothing(
            keys=keys,
            values=values,
            weights=weights,
            query=setting.query,
            answer=answer,
            lines=_two_curves(text, by_kernel, by_attention),
            words=named,
            limits=LIMITS,
            dark=view.dark,
        ),
        text("lookup.smooth_alt"),
        "lookup_smooth",
    )
    if answer is None:
        st.warning(
            text("lookup.no_point", query=f"{setting.query:g}", h=f"{h:g}"),
            icon=":material/do_not_disturb_on:",
        )
    chapter.chart(
        weight_bars(
            keys=keys,
            weights=weights,
            query=setting.query,
            words=named,
            limits=LIMITS,
            dark=view.dark,
        ),
        text("lookup.at_query_alt", query=f"{setting.query:g}"),
        "lookup_at_query",
    )
    told = [*_same(text, keys, h, dots), _learned(text, setting)]
    if answer is not None:
        at_query = text(
            "lookup.at_query",
            query=f"{setting.query:g}",
            answer=f"{answer:.3f}",
            count=int((weights > 0.005).sum()),
            largest=f"{weights.max():.3f}",
        )
        told.insert(0, at_query)
    st.caption("\n\n".join(told))


def _learned(text: Text, setting: Setting) -> str:
    """State the bandwidth fitted by leave-one-out error."""
    best = fit_bandwidth(setting.data, setting.kernel)
    now = leave_one_out(*sample(setting.data), setting.bandwidth, setting.kernel)
    return text(
        "lookup.learned",
        best=f"{best.bandwidth:.2f}",
        error=f"{best.error:.3f}",
        h=f"{setting.bandwidth:g}",
        now="∞" if math.isinf(now) else f"{now:.3f}",
    )


def _equations(view: View, setting: Setting, weights: Floats, answer: float | None) -> list[str]:
    colours = tones(view.dark)
    keys, values = sample(setting.data)
    q, k = in_colour(colours, "q", "q"), in_colour(colours, "k", "k_j")
    w, v = in_colour(colours, "weight", "w(q, k_j)"), in_colour(colours, "v", "v_j")
    shape = {
        "gaussian": r"e^{-t^2/2}",
        "boxcar": r"[\,|t| \le 1\,]",
        "epanechnikov": r"\max(0, 1 - t^2)",
        "triangular": r"\max(0, 1 - |t|)",
        "tricube": r"\max(0, 1 - |t|^3)^3",
    }[setting.kernel]
    lines = [rf"K(t) = {shape}"]
    if answer is None:
        lines.append(rf"{w} = \frac{{K(t_j)}}{{\sum_l K(t_l)}} = \frac{{0}}{{0}}")
    else:
        best = int(weights.argmax())
        apart = (setting.query - keys) / setting.bandwidth
        heights = KERNELS[setting.kernel](np.abs(apart))
        share = in_colour(colours, "weight", f"{weights[best]:.3f}")
        lines += [
            rf"t_j = \frac{{{q} - {k}}}{{h}} = \frac{{{setting.query:g} - {keys[best]:.2f}}}"
            rf"{{{setting.bandwidth:g}}} = {apart[best]:.2f}",
            rf"{w} = \frac{{K(t_j)}}{{\sum_l K(t_l)}} = \frac{{{number(heights[best])}}}"
            rf"{{{number(heights.sum())}}} = {share}",
            rf"u({q}) = \textstyle\sum_j {w}\, {v} = {share} \cdot "
            rf"{in_colour(colours, 'v', f'{values[best]:.2f}')} + \cdots = \mathbf{{{answer:.3f}}}",
        ]
    lines.append(
        rf"e^{{{q} \cdot {k} / h^2}} = e^{{-|{q} - {k}|^2 / 2h^2}} \cdot e^{{|{q}|^2 / 2h^2}}"
        rf" \cdot e^{{|{k}|^2 / 2h^2}}"
    )
    return lines


def draw_plain_numbers(view: View, setting: Setting) -> None:
    """Show that the dot product of plain numbers is no distance: the longest key always wins."""
    text = view.text
    keys, _ = sample(setting.data)
    here = np.array([[setting.query]])
    wrong = dot_attention(here, keys[:, None], setting.bandwidth)[0]
    right = gaussian_attention(here, keys[:, None], setting.bandwidth)[0]
    best = int(wrong.argmax())
    chapter.wrong(
        text,
        text(
            "lookup.plain_line",
            query=f"{setting.query:g}",
            place=f"{keys[best]:.2f}",
            weight=f"{wrong[best]:.3f}",
            near=f"{keys[right.argmax()]:.2f}",
        ),
    )
    chapter.chart(
        weight_bars(
            keys=keys,
            weights=wrong,
            query=setting.query,
            words=words(text),
            limits=LIMITS,
            dark=view.dark,
        ),
        text("lookup.plain_alt", place=f"{keys[best]:.2f}"),
        "lookup_plain",
    )
