"""Distance in positional encodings: dot products, and the rotation that shifts a position."""

from __future__ import annotations

import math
from typing import Final

import streamlit as st

from explainer.analysis import positions
from explainer.chapters.positions.chart_curves import distance_chart
from explainer.chapters.positions.controls import Sizes
from explainer.frame import chapter
from explainer.frame.formula import number
from explainer.frame.maps import Scale, Side, draw_map
from explainer.frame.view import View
from explainer.lessons import progress
from explainer.text.numbers import power

BLOCKS: Final = 8  # 2 x 2 blocks drawn of the rotation


def draw_turn(view: View, sizes: Sizes, step: int) -> None:
    """Draw dot products by distance, and the rotation by `step` positions; unfolded in a lesson."""
    text = view.text
    lesson = progress.LESSON in st.query_params
    place = chapter.fold(text("positions.turn"), "positions_turned", expanded=lesson)
    if not place.open:
        return
    with place:
        st.caption(text("positions.turn_line"))
        left, right = st.columns(2, gap="large")
        with left:
            _dots(view, sizes)
        with right:
            _rotation(view, sizes, step)


def _dots(view: View, sizes: Sizes) -> None:
    table = positions.table(sizes.length, sizes.d_model, sizes.base)
    text, means = view.text, positions.by_distance(table @ table.T)
    chapter.chart(
        distance_chart(
            steps=means.steps,
            values=means.mean,
            curve=(means.steps, means.mean),
            step_title=text("positions.distance"),
            value_title=text("positions.dot"),
            dark=view.dark,
        ),
        text("positions.dots_alt", length=sizes.length),
        width="stretch",
    )
    spread, norm = means.largest_spread, positions.norm_deviation(table)
    st.caption(text("positions.dots_note", spread=power(spread), half=sizes.top, norm=power(norm)))


def _rotation(view: View, sizes: Sizes, step: int) -> None:
    """Draw the upper left of R(k): its first diagonal blocks."""
    text, shown = view.text, min(sizes.d_model, 2 * BLOCKS)
    matrix = positions.rotation(step, sizes.d_model, sizes.base)[:shown, :shown]
    draw_map(
        text,
        "positions_turn",
        matrix,
        text("positions.turn_alt", step=step, blocks=shown // 2),
        rows=Side(text("positions.channel_of", place=f"pos + {step}")),
        keys=Side(text("positions.channel_of", place="pos")),
        scale=Scale(text("positions.entry", step=step), "signed", limit=1.0),
    )
    apart = positions.rotation_difference(step, sizes.length, sizes.d_model, sizes.base)
    st.caption(
        text(
            "positions.turn_note",
            step=step,
            count=sizes.length,
            d=sizes.d_model,
            difference=power(apart),
        )
    )


def dot_lines(sizes: Sizes, step: int) -> list[str]:
    """Return the dot product of positions `step` apart, and the norm."""
    dot = positions.dot_at_distance(step, sizes.d_model, sizes.base)
    return [
        rf"PE_p \cdot PE_{{p+{step}}} = \textstyle\sum_i \cos({step}\,\omega_i) = {number(dot)}",
        rf"\lVert PE_p \rVert^2 = \textstyle\sum_i (\sin^2 + \cos^2)"
        rf" = \frac{{d_{{model}}}}{{2}} = {sizes.top}",
    ]


def turn_lines(
    table: positions.Floats, sizes: Sizes, step: int, pair: int, place: int
) -> list[str]:
    """Return one rotation block with numbers: the pair at `place` + k from that at `place`."""
    angle = float(step * positions.rates(sizes.d_model, sizes.base)[pair])
    before, after = (table[at, 2 * pair : 2 * pair + 2] for at in (place, place + step))
    cos, sin = math.cos(angle), math.sin(angle)
    vectors = [
        rf"\begin{{bmatrix}} {v[0]:.3f} \\ {v[1]:.3f} \end{{bmatrix}}" for v in (before, after)
    ]
    block = rf"\begin{{bmatrix}} {cos:.3f} & {sin:.3f} \\ {-sin:.3f} & {cos:.3f} \end{{bmatrix}}"
    general = (
        r"\begin{bmatrix} \cos k\omega_i & \sin k\omega_i \\"
        r" -\sin k\omega_i & \cos k\omega_i \end{bmatrix} PE_{pos}"
    )
    return [
        rf"PE_{{pos+k}} = {general} = {block} {vectors[0]} = {vectors[1]}",
    ]
