"""Dot products as a histogram under the curve that theory expects, with what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.scaling import histogram, normal_density
from explainer.chapters.scaling.charts import density
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.text.numbers import decimal

Floats = NDArray[np.float64]
CURVE: Final = 481  # places of the theory's curve


@dataclass(frozen=True)
class Spread:
    """`reach` is where the axis ends on both sides, `variance` what theory expects."""

    side: str
    values: Floats
    reach: float
    variance: float
    colour: str
    title: str


def draw_spreads(view: View, spreads: Sequence[Spread], bins: int) -> None:
    """Side by side: before and after the division."""
    for column, spread in zip(st.columns(len(spreads), gap="large"), spreads, strict=True):
        with column:
            _draw(view, spread, bins)


def _draw(view: View, spread: Spread, bins: int) -> None:
    text, values, reach = view.text, spread.values, spread.reach
    edges, heights = histogram(values, reach, bins)
    places = np.linspace(-reach, reach, CURVE)
    variance = f"{values.var():.2f}"
    chapter.chart(
        density(
            edges=edges,
            heights=heights,
            step=2 * reach / bins,
            colour=spread.colour,
            curve=(places, normal_density(places, spread.variance**0.5)),
            x_title=spread.title,
            y_title=text("scaling.density"),
            curve_title=text("scaling.theory"),
            dark=view.dark,
        ),
        text("scaling.spread_alt", what=spread.title, variance=variance),
        f"scaling_{spread.side}",
    )
    st.caption(
        text(
            "scaling.measured",
            mean=decimal(values.mean()),
            variance=variance,
            expected=f"{spread.variance:g}",
        )
    )
