"""Dot products of random vectors: their spread, and their softmax."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.lookup import softmax
from explainer.analysis.scaling import (
    ENTRIES,
    MOST_KEYS,
    PAIRS,
    ROWS,
    STEPS,
    Divisor,
    Entries,
    Terms,
    divisor,
    growing_dots,
    growing_rows,
    histogram,
    measured_terms,
    normal_density,
    random_dots,
    saturation,
)
from explainer.drawings import Choice, drawing, place_in, rounded
from explainer.frame import chapter, teaching
from explainer.frame.choices import OneOf, Place, Slider
from explainer.frame.formula import in_colour, tones
from explainer.frame.pickers import Picker
from explainer.frame.view import View
from explainer.text import Text

Floats = NDArray[np.float64]
WIDTH = Place("scaling_d", "scaling.width")  # in the address
REACH: Final = 70.0  # one axis for every width and both spreads
SIDES: Final = 4.0  # deviations that a histogram reaches
BINS: Final = 32
DRAWN = OneOf("scaling_entries", ENTRIES)
KEYS = Slider("scaling_keys", 2, MOST_KEYS, usual=10)
SAMPLE = Slider("scaling_sample", 1, 20, usual=1)
COMPARED: Final[tuple[Divisor, ...]] = ("none", "root", "width")


def divisor_names(text: Text) -> dict[Divisor, str]:
    """Return display names of the divisors."""
    return text.each("scaling.by_*", "root", "none", "width", "model")


def draw_random(view: View) -> None:
    """Draw the figure with its width slider, distribution controls, formula and code."""
    text = view.text
    pick = Picker(text, ("scaling",))
    with chapter.figure(text("scaling.saturate"), text("scaling.saturate_line")):
        place = st.container()
        entries, n_keys, seed = _controls(text)
        d_k = pick.one(WIDTH, STEPS, 64)
        with place:
            draw_softmax_bars(
                text, random_data(text, entries, n_keys, seed), "scaling_softmax_bars", d_k
            )
    rows = growing_rows(entries, seed, n_keys)
    dots = random_dots(d_k, entries, seed)
    numbers, shapes = chapter.details()
    with numbers:
        if not teaching.hides("formula"):
            st.caption(text("scaling.derived"))
        terms = measured_terms(d_k, entries, seed)
        row = rows[STEPS.index(d_k), 0]
        chapter.formula(text, _equations(view, dots, terms, softmax(row / math.sqrt(d_k)), d_k))
    with shapes:
        sizes = [
            ("q", "P, d_k", (PAIRS, d_k)),
            ("k", "P, d_k", (PAIRS, d_k)),
            ("q·k", "P", (PAIRS,)),
        ]
        chapter.shapes(text, sizes, text("scaling.random_shapes"), own="P")
        chapter.code(text, "explainer.model.attention", "attention_weights")


def random_data(text: Text, entries: Entries, n_keys: int, seed: int) -> dict[str, Any]:
    """Return the first row's data at every width, and the spread of all pairs."""
    means = saturation(n_keys, entries, seed)
    divisors = divisors_of(text, COMPARED, STEPS, 0)
    for one in divisors:
        drawn = [means[width, one["id"]] for width in STEPS]
        one["largest"] = rounded(np.array([mean.largest for mean in drawn]))
        one["gradient"] = rounded(np.array([mean.gradient for mean in drawn]))
    return {
        "widths": list(STEPS),
        "keys": [f"k{i + 1}" for i in range(n_keys)],
        "scores": rounded(growing_rows(entries, seed, n_keys)[:, 0]),
        "divisors": divisors,
        "spread": _spread(entries, seed),
        "rows": ROWS,
        "pairs": f"{PAIRS:,}",
    }


def divisors_of(
    text: Text, shown: Sequence[Divisor], widths: Sequence[int], d_model: int
) -> list[dict[str, Any]]:
    """Return names of divisors, and their value at every width."""
    names = divisor_names(text)
    return [
        {"id": by, "name": names[by], "by": [divisor(by, width, d_model) for width in widths]}
        for by in shown
    ]


@lru_cache(maxsize=16)
def _spread(entries: Entries, seed: int) -> dict[str, Any]:
    """Return the spread of all pairs' scores."""
    return spread_of(growing_dots(entries, seed), STEPS, REACH, SIDES)


def spread_of(
    dots: Iterable[Floats], widths: Sequence[int], reach: float, sides: float
) -> dict[str, Any]:
    """Return the scores' deviation and histogram at every width; the axis ends at `reach`.

    Bins cover `sides` theoretical deviations, heights are relative to the theoretical peak.
    """
    sd, heights = list[float](), list[Floats]()
    for values, width in zip(dots, widths, strict=True):
        _, density = histogram(values, sides * math.sqrt(width), BINS)
        heights.append(density / normal_density(np.zeros(1), math.sqrt(width))[0])
        sd.append(float(values.std()))
    drawn = {"sd": rounded(np.array(sd)), "heights": rounded(np.array(heights))}
    return {"reach": reach, "sides": sides, **drawn}


def draw_softmax_bars(
    text: Text, data: Mapping[str, Any], key: str, d_k: int | None = None
) -> None:
    """Draw the softmax bars at width `d_k`; the page keeps the width where a user stops."""
    widths = data["widths"]

    def rest(choice: Choice) -> None:
        at = place_in(choice, "at", len(widths))
        if at is not None:
            st.session_state[WIDTH] = widths[at]

    drawing(
        "scaling/softmax_bars",
        data,
        words=text.section("scaling.softmax_bars"),
        key=key,
        chosen={} if d_k is None else {"at": widths.index(d_k)},
        on_choice=rest,
        blank=_blank,
    )


def _blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """Hide the answer: equal bars for each divisor."""
    divisors = [{part: one[part] for part in ("id", "name", "by")} for one in data["divisors"]]
    offers = [one["id"] for one in divisors]
    return {**data, "scores": None, "divisors": divisors, "spread": None, "offers": offers}


def _controls(text: Text) -> tuple[Entries, int, int]:
    """Draw the controls of the random vectors, in one line."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
        return DRAWN.draw(text), KEYS.draw(text), SAMPLE.draw(text)


def _equations(view: View, dots: Floats, terms: Terms, weights: Floats, d_k: int) -> list[str]:
    """Return the variance of q.k step by step with measured values."""
    colours = tones(view.dark)
    q, k = in_colour(colours, "q", "q"), in_colour(colours, "k", "k")
    w = in_colour(colours, "weight", "w")
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
