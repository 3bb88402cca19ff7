"""What the table knows about distance, and the same thing as a Fourier transform."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis import positions
from explainer.chapters.positions.chart_curves import distance_chart, signed_bars
from explainer.chapters.positions.controls import Sizes, sizes_of
from explainer.chapters.positions.views import foot
from explainer.charts.cell_map import Scale, cell_map
from explainer.frame import chapter
from explainer.frame.choices import segments, whole_number
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.text.numbers import power

BLOCKS: Final = 8  # 2 x 2 blocks drawn of the rotation
MOST_WAVES: Final = 32


def draw_distance(view: View) -> None:
    """Dot products by distance, and the rotation that moves every position by k."""
    sizes = sizes_of(view)
    text = view.text
    table = positions.table(sizes.length, sizes.d_model, sizes.base)
    with chapter.figure(text("positions.dots"), text("positions.dots_line")):
        _dots(view, sizes, table)
    with chapter.figure(text("positions.turn"), text("positions.turn_line")):
        step = whole_number(
            text,
            "positions_step",
            text("positions.step"),
            1,
            sizes.length - 1,
            min(5, sizes.length - 1),
        )
        pair = whole_number(
            text,
            "positions_pair",
            text("positions.pair_choice"),
            0,
            sizes.top - 1,
            min(4, sizes.top - 1),
        )
        _rotation(view, sizes, step)
        difference = positions.rotation_difference(step, sizes.length, sizes.d_model, sizes.base)
        st.caption(
            text(
                "positions.turn_note",
                step=step,
                count=sizes.length,
                d=sizes.d_model,
                difference=power(difference),
            )
        )
    place = sizes.length // 2
    other = place - min(step, place)
    dot = positions.dot_at_distance(place - other, sizes.d_model, sizes.base)
    foot(
        text,
        [
            rf"PE_p \cdot PE_q = \textstyle\sum_i \cos\left((p-q)\,\omega_i\right)"
            rf" = PE_{{{place}}} \cdot PE_{{{other}}}"
            rf" = \textstyle\sum_i \cos({place - other}\,\omega_i) = {number(dot)}",
            rf"\lVert PE_p \rVert^2 = \textstyle\sum_i (\sin^2 + \cos^2)"
            rf" = \frac{{d_{{model}}}}{{2}} = {sizes.top}",
            *turn_lines(table, sizes, step, pair, max(0, min(3, sizes.length - 1 - step))),
        ],
        [
            ("PE PE^T", "S, S", (sizes.length, sizes.length)),
            ("R(k)", "d_model, d_model", (sizes.d_model, sizes.d_model)),
            ("block", "2, 2", (2, 2)),
        ],
        text("positions.turn_shapes"),
        ("explainer.analysis.positions", "rotation"),
    )


def _dots(view: View, sizes: Sizes, table: positions.Floats) -> None:
    text = view.text
    dots = table @ table.T
    means = positions.by_distance(dots)
    left, right = st.columns(2, gap="large")
    with left:
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
        st.caption(
            text("positions.dots_note", spread=power(spread), half=sizes.top, norm=power(norm))
        )
    with right:
        chapter.chart(
            cell_map(
                values=dots,
                key_title="q",
                row_title="p",
                value_title=text("positions.dot"),
                scale=Scale("signed", sizes.top, packed=True),
                dark=view.dark,
            ),
            text("positions.dots_map_alt", length=sizes.length),
            width="stretch",
        )


def _rotation(view: View, sizes: Sizes, step: int) -> None:
    """The upper left of R(k): the first blocks of its diagonal."""
    text, shown = view.text, min(sizes.d_model, 2 * BLOCKS)
    matrix = positions.rotation(step, sizes.d_model, sizes.base)[:shown, :shown]
    chapter.chart(
        cell_map(
            values=matrix,
            key_title=text("positions.channel_of", place="pos"),
            row_title=text("positions.channel_of", place=f"pos + {step}"),
            value_title=text("positions.entry", step=step),
            scale=Scale("signed", 1.0, packed=True),
            dark=view.dark,
        ),
        text("positions.turn_alt", step=step, blocks=shown // 2),
        width="stretch",
    )
    if shown < sizes.d_model:
        st.caption(text("positions.turn_cut", shown=shown // 2, blocks=sizes.top))


def turn_lines(
    table: positions.Floats, sizes: Sizes, step: int, pair: int, place: int
) -> list[str]:
    """One block with numbers: the pair at `place` + k from the pair at `place`."""
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


def draw_fourier(view: View) -> None:
    """A position is one-hot; its transform at a few frequencies is a code of fixed length."""
    sizes = sizes_of(view)
    text, length = view.text, sizes.length
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = segments(
            text,
            "positions_rates",
            text("positions.rates"),
            {"whole": text("positions.rates_whole"), "paper": text("positions.rates_paper")},
            "whole",
        )
        most = min(MOST_WAVES, length // 2 if kind == "whole" else sizes.top)
        count = whole_number(
            text, "positions_waves", text("positions.frequencies"), 1, most, min(4, most)
        )
        place = whole_number(
            text, "positions_place", text("positions.place"), 0, length - 1, min(12, length - 1)
        )
    frequencies = tuple(range(1, count + 1))
    rates = positions.fourier_rates(length, frequencies)
    if kind == "paper":
        rates = positions.rates(sizes.d_model, sizes.base)[:count]
    hot = positions.one_hot(place, length)
    pairs = positions.transform(hot, rates)
    with chapter.figure(text("positions.fourier"), text("positions.fourier_line")):
        _fourier_bars(view, hot, pairs, rates, place)
        if kind == "whole":
            st.caption(text("positions.fourier_check_whole"))
            expected = positions.fft_pairs(hot, frequencies)
        else:
            st.caption(text("positions.fourier_check_paper"))
            paper = positions.table(length, sizes.d_model, sizes.base)[place]
            expected = paper.reshape(-1, 2)[:count, ::-1]
        chapter.agreement(text, float(np.abs(pairs - expected).max()))
    omega = rf"\frac{{2\pi m}}{{{length}}}" if kind == "whole" else rf"{sizes.base}^{{-2i/d}}"
    rate, (cos, sin) = float(rates[-1]), pairs[-1]
    foot(
        text,
        [
            r"X(\omega) = \textstyle\sum_n x_n e^{\,i\omega n} = e^{\,i\omega p}"
            r" = \cos \omega p + i \sin \omega p",
            rf"\omega = {omega} = {number(rate)}",
            rf"(\cos \omega p,\ \sin \omega p) = (\cos({number(rate)} \cdot {place}),"
            rf"\ \sin({number(rate)} \cdot {place})) = ({cos:.3f},\ {sin:.3f})",
        ],
        [("x", "S", (length,)), ("omega", "m", (count,)), ("X", "2m", (2 * count,))],
        text("positions.fourier_shapes"),
        ("explainer.analysis.positions", "transform"),
        own="m",
    )


def _fourier_bars(
    view: View, hot: positions.Floats, pairs: positions.Floats, rates: positions.Floats, place: int
) -> None:
    """One-hot, its code of 2m numbers, and what the code still says about the place."""
    text, length = view.text, len(hot)
    at = text("positions.position")
    st.markdown(f"**{text('positions.one_hot', length=length)}**")
    chapter.chart(
        signed_bars(
            values=hot,
            limit=1.0,
            label_title=at,
            value_title=text("positions.value"),
            dark=view.dark,
            strong=place,
            form=".0f",
        ),
        text("positions.one_hot_alt", place=place),
        width="stretch",
    )
    st.markdown(f"**{text('positions.code', count=pairs.size)}**")
    names = [f"{wave} {i + 1}" for i in range(len(rates)) for wave in ("cos", "sin")]
    chapter.chart(
        signed_bars(
            values=pairs.ravel(),
            limit=1.0,
            label_title=text("positions.pairs"),
            value_title=text("positions.value"),
            dark=view.dark,
            labels=names,
        ),
        text("positions.code_alt", count=pairs.size),
        width="stretch",
    )
    st.markdown(f"**{text('positions.restored')}**")
    back = positions.reconstruct(pairs, rates, length)
    chapter.chart(
        signed_bars(
            values=back,
            limit=max(float(np.abs(back).max()), 1e-9),
            label_title=at,
            value_title=text("positions.value"),
            dark=view.dark,
            strong=place,
        ),
        text("positions.restored_alt", peak=int(back.argmax()), place=place),
        width="stretch",
    )
    sides = [f"{back[n]:.2f}" for n in (place - 1, place + 1) if 0 <= n < length]
    st.caption(
        text("positions.peak", place=place, height=f"{back[place]:.2f}", sides=" / ".join(sides))
    )
