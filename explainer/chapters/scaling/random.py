"""Dot products of vectors nobody trained: their spread, and what softmax makes of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.lookup import softmax
from explainer.analysis.scaling import (
    ENTRIES,
    PAIRS,
    ROWS,
    WIDTHS,
    Divisor,
    Entries,
    Saturation,
    Terms,
    divisor,
    measured_terms,
    random_dots,
    saturation,
)
from explainer.chapters.scaling.charts import over_widths
from explainer.chapters.scaling.spread import Spread, draw_spreads
from explainer.charts.cell_map import cell_map
from explainer.charts.curves import Curve
from explainer.frame import chapter, choices, teaching
from explainer.frame.formula import coloured, tones
from explainer.frame.view import View
from explainer.text import Text

Floats = NDArray[np.float64]
REACH: Final = 60.0  # one axis for every width and both figures, so that the spread can be seen
BINS: Final = 240
MOST_KEYS, SAMPLES = 32, 20
COMPARED: Final[tuple[Divisor, ...]] = ("none", "root", "width")
COLOURS: Final = {"none": "error", "root": "correct", "width": "residual"}
DASHES: Final = {"none": (6, 3), "root": (), "width": (2, 3)}


def divisor_names(text: Text) -> dict[Divisor, str]:
    """How each divisor is called in figures and tables."""
    return text.each("scaling.by_*", "root", "none", "width", "model")


def draw_random(view: View) -> None:
    """One row of weights, three curves, histograms before and after; formula, shapes, code."""
    text = view.text
    d_k, entries, n_keys, seed = _controls(text)
    dots = random_dots(d_k, entries, seed)
    found = saturation(n_keys, entries, seed)
    row = random_dots(d_k, entries, seed + 1, ROWS * n_keys)[:n_keys]
    with chapter.figure(text("scaling.saturate"), text("scaling.saturate_line", rows=ROWS)):
        _one_row(view, row, d_k)
        curves: list[tuple[str, Callable[[Saturation], float], float]] = [
            (text("scaling.largest"), lambda s: s.largest, 1.0),
            (text("scaling.entropy"), lambda s: s.entropy, 1.0),
            (text("scaling.gradient"), lambda s: s.gradient, 0.0),
        ]
        for column, (title, part, top) in zip(st.columns(3), curves, strict=True):
            with column:
                _curve(view, (title, top), {key: part(s) for key, s in found.items()}, d_k)
        st.caption(text("scaling.curves_line"))
    with chapter.figure(text("scaling.spread"), text("scaling.spread_line", pairs=f"{PAIRS:,}")):
        _spread(view, dots, d_k)
    numbers, shapes = st.columns(2, gap="large")
    with numbers:
        if not teaching.hides("formula"):
            st.caption(text("scaling.derived"))
        terms = measured_terms(d_k, entries, seed)
        chapter.formula(text, _equations(view, dots, terms, softmax(row / math.sqrt(d_k)), d_k))
    with shapes:
        rows = [
            ("q", "P, d_k", (PAIRS, d_k)),
            ("k", "P, d_k", (PAIRS, d_k)),
            ("q·k", "P", (PAIRS,)),
        ]
        chapter.shapes(text, rows, text("scaling.random_shapes"), own="P")
        chapter.code(text, "explainer.model.attention", "attention_weights")


def _controls(text: Text) -> tuple[int, Entries, int, int]:
    shown: dict[str, str] = text.each("scaling.entries_*", "normal", "uniform", "coin")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        widths = {str(width): str(width) for width in WIDTHS}
        d_k = choices.segments(text, "scaling_d", text("scaling.width"), widths, "64")
        entries = choices.segments(
            text,
            "scaling_entries",
            text("scaling.entries"),
            shown,
            "normal",
            text("scaling.entries_help"),
        )
    left, right = st.columns(2, gap="large")
    with left:
        n_keys = choices.whole_number(text, "scaling_keys", text("scaling.keys"), 2, MOST_KEYS, 10)
    with right:
        seed = choices.whole_number(
            text,
            "scaling_sample",
            text("scaling.sample"),
            1,
            SAMPLES,
            1,
            text("scaling.sample_help"),
        )
    return int(d_k), next(name for name in ENTRIES if name == entries), n_keys, seed


def _spread(view: View, dots: Floats, d_k: int) -> None:
    """Left q.k with the curve theory expects, right the same divided by sqrt(d_k)."""
    text = view.text
    scaled, titles = dots / math.sqrt(d_k), (text("scaling.axis_raw"), text("scaling.axis_scaled"))
    spreads = (
        Spread("raw", dots, REACH, d_k, "residual", titles[0]),
        Spread("scaled", scaled, REACH, 1.0, "weight", titles[1]),
    )
    draw_spreads(view, spreads, BINS)


def _one_row(view: View, row: Floats, d_k: int) -> None:
    """One query over random keys: the same scores, three divisors."""
    text = view.text
    names = divisor_names(text)
    weights = np.stack([softmax(row / divisor(name, d_k, d_k)) for name in COMPARED])
    chapter.chart(
        cell_map(
            values=weights,
            row_labels=[names[name] for name in COMPARED],
            key_labels=[f"k{i + 1}" for i in range(len(row))],
            row_title="",
            key_title=text("scaling.random_keys"),
            value_title=text("words.weight"),
            dark=view.dark,
            row_colour="ink",
            key_colour="k_text",
        ),
        text("scaling.one_alt", d=d_k),
        "scaling_one",
    )


def _curve(
    view: View, name: tuple[str, float], values: dict[tuple[int, Divisor], float], d_k: int
) -> None:
    text, (title, top) = view.text, name
    names = divisor_names(text)
    lines = [
        Curve(names[by], [values[width, by] for width in WIDTHS], COLOURS[by], dash=DASHES[by])
        for by in COMPARED
    ]
    st.markdown(f"**{title}**")
    chapter.chart(
        over_widths(
            widths=WIDTHS,
            lines=lines,
            chosen=d_k,
            x_title=text("scaling.axis_width"),
            y_title=title,
            top=top or 1.15 * max(values.values()),
            dark=view.dark,
        ),
        text(
            "scaling.curve_alt",
            what=title,
            d=d_k,
            raw=f"{values[d_k, 'none']:.2f}",
            root=f"{values[d_k, 'root']:.2f}",
            width=f"{values[d_k, 'width']:.2f}",
        ),
    )


def _equations(view: View, dots: Floats, terms: Terms, weights: Floats, d_k: int) -> list[str]:
    """The variance of q.k step by step, each with what the drawn vectors gave."""
    colours = tones(view.dark)
    q, k = coloured(colours, "q", "q"), coloured(colours, "k", "k")
    w = coloured(colours, "weight", "w")
    best, var, cov = float(weights.max()), r"\mathrm{Var}", r"\mathrm{Cov}"
    one, other = rf"{q}_i {k}_i", rf"{q}_j {k}_j"
    return [
        rf"E[{one}] = E[{q}_i]\, E[{k}_i] = 0 \cdot 0 = 0 \quad (\approx {terms.mean:z.3f})",
        rf"{var}({one}) = E[{q}_i^2]\, E[{k}_i^2] - 0^2 = 1 \cdot 1 = 1 \quad"
        rf" (\approx {terms.variance:.3f})",
        rf"{cov}({one}, {other}) = E[{q}_i] E[{k}_i] E[{q}_j] E[{k}_j] - 0 \cdot 0 = 0 \quad"
        rf" (i \neq j,\ \approx {terms.covariance:z.4f})",
        rf"{var}({q} \cdot {k}) = \textstyle\sum_i {var}({one})"
        rf" + \sum_{{i \neq j}} {cov}({one}, {other})"
        rf" = d_k \cdot 1 + d_k (d_k - 1) \cdot 0 = {d_k} \quad (\approx {dots.var():.1f})",
        rf"{var}\left(\frac{{{q} \cdot {k}}}{{\sqrt{{d_k}}}}\right) = "
        rf"\frac{{d_k}}{{(\sqrt{{d_k}})^2}} = 1 \quad (\approx {(dots / d_k**0.5).var():.3f})",
        rf"\frac{{\partial {w}_i}}{{\partial s_i}} = {w}_i (1 - {w}_i) = "
        rf"{best:.3f} \cdot {1 - best:.3f} = {best * (1 - best):.3f}",
    ]
