"""The table itself: as a map, as waves, and in the other channel order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
import streamlit as st

from explainer.analysis import positions
from explainer.chapters.positions.chart_curves import CURVE, waves
from explainer.chapters.positions.controls import (
    Sizes,
    cell_channel,
    channel_name,
    channels,
    sizes_of,
)
from explainer.charts.cell_map import CELL_PICK, Pick, Scale, cell_map
from explainer.charts.curves import Axis, Dots, Rule, curves
from explainer.frame import chapter, teaching
from explainer.frame.cells import click, frame_of, pick_cell
from explainer.frame.formula import number
from explainer.frame.pickers import Picker
from explainer.frame.tables import columns_by_title, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent, power
from explainer.translation import Translation

Cell = tuple[int, int]
ShapeRow = tuple[str, str, tuple[int, ...]]

USUAL: Cell = (7, 8)  # the cell whose numbers stand in the formula at first
PACKED = Scale("signed", 1.0, packed=True)  # of sines and cosines
COUNTED = 64  # positions of the binary counter


def foot(
    text: Text,
    equations: Sequence[str],
    rows: Sequence[ShapeRow],
    note: str,
    code: tuple[str, str],
    own: str = "",
) -> None:
    """Below every figure: formula on the left, shapes and our own lines on the right."""
    left, right = chapter.details()
    with left:
        chapter.formula(text, equations)
    with right:
        chapter.shapes(text, rows, note, own)
        chapter.code(text, *code)


def two_maps(
    view: View,
    maps: Sequence[tuple[positions.Floats, str, str]],
    gap: Literal["small", "medium"],
) -> None:
    """Two tables beside each other to compare: (values, name, text alternative) of each."""
    text = view.text
    for place, (values, name, alt) in zip(st.columns(2, gap=gap), maps, strict=True):
        with place:
            st.markdown(f"**{name}**")
            chapter.chart(
                cell_map(
                    values=values,
                    key_title=text("positions.channel"),
                    row_title=text("positions.position"),
                    value_title=text("positions.value"),
                    scale=PACKED,
                    dark=view.dark,
                ),
                alt,
                width="stretch",
            )


def draw_map(view: View) -> None:
    """The whole table; a click puts the numbers of a cell into the formula."""
    figure = st.container()  # what sets it stands below it
    sizes = sizes_of(view)
    text, translation = view.text, view.translation
    table = positions.table(sizes.length, sizes.d_model, sizes.base)
    line = text("positions.map_line")
    if not teaching.hides("formula"):
        line = f"{line} {text('positions.map_click')}"
    with figure, chapter.figure(text("positions.map"), line):
        pick = Picker(text, (table.shape,), shared=False)
        names = (text("positions.position"), text("positions.channel"))
        cell = pick_cell(pick, names, table.shape, USUAL, spoken=lambda number: int(number) - 1)
        key, start = frame_of("positions_map", (table.shape,), cell)
        chapter.chart(
            cell_map(
                values=table,
                key_title=text("positions.channel"),
                row_title=text("positions.position"),
                value_title=text("positions.value"),
                scale=PACKED,
                dark=view.dark,
                pick=Pick(start),
            ),
            text("positions.map_alt", length=sizes.length, d=sizes.d_model),
            key,
            width="stretch",
            on_select=lambda: click(key, CELL_PICK, np.ones(table.shape, bool)),
            selection_mode=[CELL_PICK],
        )
        _check_own(text, translation)
        _table(text, table)
    place, channel = cell
    foot(
        text,
        cell_lines(sizes, place, channel),
        [
            ("pos", "S", (sizes.length,)),
            ("rate", "d_model/2", (sizes.top,)),
            ("angle", "S, d_model/2", (sizes.length, sizes.top)),
            ("PE", "S, d_model", (sizes.length, sizes.d_model)),
        ],
        text("positions.map_shapes"),
        ("explainer.model.embedding", "sinusoidal_positions"),
    )


def cell_lines(sizes: Sizes, place: int, channel: int) -> list[str]:
    """The cell and its partner, with the angle both share."""
    d, base, even = sizes.d_model, sizes.base, channel // 2 * 2
    angle = float(place * positions.rates(d, base)[channel // 2])
    root = rf"{base}^{{2i/d_{{model}}}}"
    numbers = rf"\frac{{{place}}}{{{base}^{{{even}/{d}}}}}"
    return [
        rf"\theta = \frac{{pos}}{{{root}}} = {numbers} = {number(angle)}",
        *(
            rf"PE_{{{place},\,{even + odd}}} = \{wave}\left(\frac{{pos}}{{{root}}}\right)"
            rf" = \{wave}({number(angle)}) = \mathbf{{{value:.3f}}}"
            for odd, wave, value in ((0, "sin", math.sin(angle)), (1, "cos", math.cos(angle)))
        ),
        wavelength_line(sizes, channel // 2),
    ]


def wavelength_line(sizes: Sizes, pair: int) -> str:
    """How many positions the two channels of a pair take for one turn."""
    length = positions.wavelengths(sizes.d_model, sizes.base)[pair]
    return (
        rf"\lambda_{{{pair}}} = 2\pi \cdot {sizes.base}^{{2i/d_{{model}}}}"
        rf" = 2\pi \cdot {sizes.base}^{{{2 * pair}/{sizes.d_model}}} = {number(length)}"
    )


def _check_own(text: Text, translation: Translation) -> None:
    """The model's recorded positional part against the formula."""
    recorded = translation.trace.get("encoder.positions")
    if recorded is None:
        return
    again = positions.table(*recorded.shape)
    difference = float(np.abs(again - recorded).max())
    if difference > chapter.AGREE:  # a model that has learned its table
        st.caption(text("positions.own_learned", difference=f"{difference:.2f}"))
        return
    shape = "{} × {}".format(*recorded.shape)
    st.caption(text("positions.own_check", shape=shape))
    chapter.agreement(text, difference)


def _table(text: Text, values: positions.Floats) -> None:
    """The numbers of the map; nothing is sent while it is closed."""
    place = chapter.table(text("words.table"), "positions_table")
    if place.open:
        columns = {str(c): column for c, column in enumerate(np.round(values, 4).T)}
        numbers = {text("positions.position"): np.arange(len(values)), **columns}
        with place:
            show_table(text("positions.table_alt"), columns_by_title(numbers))


def _lengths(view: View, sizes: Sizes, chosen: list[int], lengths: positions.Floats) -> None:
    """The wavelengths of all pairs in geometric progression, the chosen ones marked."""
    text, ends = view.text, (2 * math.pi, 2 * math.pi * sizes.base)
    title = text("positions.wavelength")
    dots = [150.0 if pair in chosen else 30.0 for pair in range(len(lengths))]
    with chapter.figure(text("positions.lengths"), text("positions.lengths_line")):
        chapter.chart(
            curves(
                dots=[Dots(title, None, lengths, "primary", sizes=dots)],
                x=Axis(text("positions.pair"), span=(-0.5, len(lengths) - 0.5), form="d"),
                y=Axis(title, log=True, span=(ends[0] * 0.7, ends[1] * 1.6)),
                form=",.2f",
                dark=view.dark,
                levels=[
                    Rule(ends[0], f"2π = {ends[0]:.2f}"),
                    Rule(ends[1], f"{sizes.base:,} · 2π = {ends[1]:,.0f}"),
                ],
                height=CURVE,
            ),
            text("positions.lengths_alt", pairs=sizes.top, longest=f"{lengths[-1]:,.1f}"),
            width="stretch",
        )
        st.caption(
            text(
                "positions.lengths_note",
                longest=f"{lengths[-1]:,.1f}",
                top=f"{ends[1]:,.1f}",
                factor=f"{sizes.base ** (2 / sizes.d_model):.4f}",
            )
        )


def draw_waves(view: View) -> None:
    """Channels as waves, their lengths, and the binary counter."""
    figure = st.container()  # what sets it stands below it
    sizes = sizes_of(view)
    text = view.text
    own = cell_channel(sizes.d_model)  # chosen in the map: it goes along
    chosen = sorted({*channels(text, sizes.d_model), *own})
    rates = positions.rates(sizes.d_model, sizes.base)
    pairs = np.array(chosen) // 2
    lengths = positions.wavelengths(sizes.d_model, sizes.base)
    with figure, chapter.figure(text("positions.waves"), text("positions.waves_line")):
        chapter.chart(
            waves(
                names=[channel_name(text, c) for c in chosen],
                rates=rates[pairs],
                phases=np.array(chosen) % 2 * np.pi / 2,
                length=sizes.length,
                position_title=text("positions.position"),
                value_title=text("positions.value"),
                channel_title=text("positions.channel"),
                dark=view.dark,
            ),
            text("positions.waves_alt", channels=", ".join(map(str, chosen))),
            width="stretch",
        )
    _lengths(view, sizes, pairs.tolist(), lengths)
    _counter(view, sizes)
    told = dict.fromkeys((*(c // 2 for c in own), int(pairs[0]), int(pairs[-1]), sizes.top - 1))
    foot(
        text,
        [wavelength_line(sizes, pair) for pair in told],
        [
            ("lambda", "d_model/2", (sizes.top,)),
            ("PE", "S, d_model", (sizes.length, sizes.d_model)),
        ],
        text("positions.waves_shapes"),
        ("explainer.analysis.positions", "rates"),
    )


def _counter(view: View, sizes: Sizes) -> None:
    """Binary digits of the positions above the signs of the waves that come nearest."""
    text, counter = view.text, positions.counter(COUNTED, sizes.d_model, sizes.base)
    rows: list[positions.Floats] = []
    labels: list[str] = []
    signs: list[tuple[str, str]] = []
    partners = [k for k in range(len(counter.periods)) if counter.periods[k] > 2 * math.pi]
    for column, period in enumerate(counter.periods):
        rows.append((1 - 2 * counter.bits[:, column]).astype(np.float64))
        labels.append(text("positions.digit", period=period))
        signs.append(("1", "0"))
        if column in partners:
            rows.append(counter.signs[:, column].astype(np.float64))
            wave = f"{counter.wavelengths[column]:.1f}"
            labels.append(text("positions.sign", channel=2 * counter.pairs[column], wave=wave))
            signs.append(("−", "+"))
    with chapter.figure(text("positions.counter"), text("positions.counter_line")):
        chapter.chart(
            cell_map(
                values=np.array(rows),
                row_labels=labels,
                key_title=text("positions.position"),
                row_title="",
                value_title=text("positions.counter_value"),
                scale=Scale("signed", 1.0, packed=True, signs=signs),
                row_colour="second",
                dark=view.dark,
            ),
            text("positions.counter_alt", count=COUNTED),
            width="stretch",
        )
        shares = ", ".join(
            f"{counter.periods[k]}: {percent(counter.agree[k], 0)}" for k in partners
        )
        st.caption(text("positions.counter_note", shares=shares))


def draw_order(view: View) -> None:
    """The same table with all sines first: a permutation of channels changes no dot product."""
    sizes = sizes_of(view)
    text, d = view.text, sizes.d_model
    table = positions.table(sizes.length, d, sizes.base)
    order = positions.block_order(d)
    block = table[:, order]
    with chapter.figure(text("positions.order"), text("positions.order_line")):
        maps = [
            (values, name, text("positions.order_alt", name=name))
            for values, name in (
                (table, text("positions.interleaved")),
                (block, text("positions.block")),
            )
        ]
        two_maps(view, maps, "medium")
        difference = float(np.abs(block @ block.T - table @ table.T).max())
        back = float(np.abs(block[:, np.argsort(order)] - table).max())
        st.caption(text("positions.order_note", difference=power(difference), back=power(back)))
        st.caption(text("positions.order_warning"))
    p, q = min(10, sizes.length - 1), min(3, sizes.length - 1)
    foot(
        text,
        [
            r"PE^{block}_{pos,\,i} = PE_{pos,\,2i}",
            rf"PE^{{block}}_{{pos,\,{sizes.top}+i}} = PE_{{pos,\,2i+1}}",
            rf"PE_{{{p}}} \cdot PE_{{{q}}} = \textstyle\sum_c PE_{{{p},c}}\,PE_{{{q},c}}"
            rf" = {number(float(table[p] @ table[q]))}",
            rf"PE^{{block}}_{{{p}}} \cdot PE^{{block}}_{{{q}}} = \textstyle\sum_c"
            rf" PE^{{block}}_{{{p},c}}\,PE^{{block}}_{{{q},c}}"
            rf" = {number(float(block[p] @ block[q]))}",
        ],
        [("order", "d_model", (d,)), ("PE[:, order]", "S, d_model", (sizes.length, d))],
        text("positions.order_shapes"),
        ("explainer.analysis.positions", "block_order"),
    )
