"""The encoding table as waves, as a map, and beside a binary counter."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import streamlit as st

from explainer.analysis import positions
from explainer.chapters.positions.chart_curves import waves
from explainer.chapters.positions.controls import (
    Sizes,
    cell_channel,
    channel_name,
    channels,
    sizes_of,
)
from explainer.drawings import Choice, drawing
from explainer.frame import chapter, teaching
from explainer.frame.formula import number
from explainer.frame.maps import Scale, Side, cell_of, draw_map, move_to, pick_cell
from explainer.frame.pickers import Picker
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent, power
from explainer.translation import Translation

Cell = tuple[int, int]
ShapeRow = tuple[str, str, tuple[int, ...]]

USUAL: Cell = (7, 8)  # the cell whose numbers stand in the formula at first
COUNTED = 64  # positions of the binary counter


def foot(
    text: Text,
    equations: Sequence[str],
    rows: Sequence[ShapeRow],
    note: str,
    code: tuple[str, str],
    own: str = "",
) -> None:
    """Draw formula, shapes and code below a figure."""
    left, right = chapter.details()
    with left:
        chapter.formula(text, equations)
    with right:
        chapter.shapes(text, rows, note, own)
        chapter.code(text, *code)


def _map(view: View, sizes: Sizes, table: positions.Floats) -> Cell:
    """Draw the whole table; a click puts a cell's numbers into the formula."""
    text = view.text
    line = text("positions.map_line")
    if not teaching.hides("formula"):
        line = f"{line} {text('positions.map_click')}"
    with chapter.figure(text("positions.map"), line):
        pick = Picker(text, (table.shape,), shared=False)
        names = (text("positions.position"), text("positions.channel"))
        cell = pick_cell(pick, table.shape, USUAL, labels=names, spoken=lambda number: number - 1)
        _draw_table(text, sizes, cell)
        own = _own(text, view.translation)
        hot = positions.one_hot(cell[0], sizes.length)
        code = positions.transform(hot, positions.rates(sizes.d_model, sizes.base))
        apart = float(np.abs(code[:, ::-1].ravel() - table[cell[0]]).max())
        block = table[:, positions.block_order(sizes.d_model)]
        fourier = text(
            "positions.fourier",
            place=cell[0],
            length=sizes.length,
            m=sizes.top,
            count=code.size,
            difference=power(apart),
        )
        difference = float(np.abs(block @ block.T - table @ table.T).max())
        order = text("positions.order", difference=power(difference))
        st.caption("\n\n".join(filter(None, (own, fourier, order))))
    return cell


def _draw_table(text: Text, sizes: Sizes, cell: Cell) -> None:
    """Draw the table, whose thousands of cells the browser computes."""

    def choose(choice: Choice) -> None:
        there = np.ones((sizes.length, sizes.d_model), dtype=bool)
        if (pressed := cell_of(choice.get("cell"), there)) is not None:
            move_to()(pressed)

    data = {
        "name": text("positions.map_alt", length=sizes.length, d=sizes.d_model),
        "length": sizes.length,
        "d_model": sizes.d_model,
        "base": sizes.base,
        "titles": {
            "row": text("positions.position"),
            "key": text("positions.channel"),
            "value": text("positions.value"),
        },
    }
    drawing(
        "positions/table",
        data,
        words=text.section("drawings.map"),
        key="positions_map",
        chosen={"cell": cell},
        on_choice=choose,
        blank=lambda given: {**given, "blank": True},
    )


def cell_lines(sizes: Sizes, place: int, channel: int) -> list[str]:
    """Return the cell and its sin/cos partner, with their common angle."""
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
    """State the wavelength of a channel pair in positions."""
    length = positions.wavelengths(sizes.d_model, sizes.base)[pair]
    return (
        rf"\lambda_{{{pair}}} = 2\pi \cdot {sizes.base}^{{2i/d_{{model}}}}"
        rf" = 2\pi \cdot {sizes.base}^{{{2 * pair}/{sizes.d_model}}} = {number(length)}"
    )


def _own(text: Text, translation: Translation) -> str:
    """Compare the model's recorded encoding with the formula, in words."""
    recorded = translation.trace.get("encoder.positions")
    if recorded is None:
        return ""
    again = positions.table(*recorded.shape)
    difference = float(np.abs(again - recorded).max())
    if difference > chapter.AGREE:  # a model that has learned its table
        return text("positions.own_learned", difference=f"{difference:.2f}")
    shape = "{} × {}".format(*recorded.shape)
    agrees = text("chapter.agrees", difference=power(difference))
    return f"{text('positions.own_check', shape=shape)} {agrees}"


def fourier_lines(sizes: Sizes, place: int, channel: int) -> list[str]:
    """Return the Fourier transform of a one-hot position at a pair's frequency."""
    rate = float(positions.rates(sizes.d_model, sizes.base)[channel // 2])
    return [
        r"X(\omega) = \textstyle\sum_n x_n e^{\,i\omega n} = e^{\,i\omega p}"
        r" = \cos \omega p + i \sin \omega p \\[3pt] &"
        rf" = \cos({number(rate)} \cdot {place}) + i \sin({number(rate)} \cdot {place})"
        rf" = {math.cos(rate * place):.3f} + {math.sin(rate * place):.3f}\, i"
    ]


def draw_waves(view: View) -> None:
    """Draw channels as waves, the table, and the binary counter."""
    lead = st.container()  # what sets it stands below it
    sizes = sizes_of(view)
    text = view.text
    own = cell_channel(sizes.d_model)  # chosen in the map: it goes along
    chosen = sorted({*channels(text, sizes.d_model), *own})
    rates = positions.rates(sizes.d_model, sizes.base)
    lengths = positions.wavelengths(sizes.d_model, sizes.base)
    told = text(
        "positions.lengths_note",
        first=f"{lengths[0]:.2f}",
        longest=f"{lengths[-1]:,.1f}",
        top=f"{2 * math.pi * sizes.base:,.1f}",
        factor=f"{sizes.base ** (2 / sizes.d_model):.4f}",
    )
    line = f"{text('positions.waves_line')}\n\n{told}"
    with lead, chapter.figure(text("positions.waves"), line):
        chapter.chart(
            waves(
                names=[channel_name(text, c) for c in chosen],
                rates=rates[np.array(chosen) // 2],
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
    table = positions.table(sizes.length, sizes.d_model, sizes.base)
    place, channel = _map(view, sizes, table)
    _counter(view, sizes)
    foot(
        text,
        [*cell_lines(sizes, place, channel), *fourier_lines(sizes, place, channel)],
        [
            ("pos", "S", (sizes.length,)),
            ("rate, lambda", "d_model/2", (sizes.top,)),
            ("angle", "S, d_model/2", (sizes.length, sizes.top)),
            ("PE", "S, d_model", (sizes.length, sizes.d_model)),
        ],
        text("positions.map_shapes"),
        ("explainer.model.embedding", "sinusoidal_positions"),
    )


def _counter(view: View, sizes: Sizes) -> None:
    """Draw the positions' binary digits above the signs of the nearest waves."""
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
    place = chapter.fold(text("positions.counter"), "positions_counter_fold")
    if not place.open:
        return
    with place:
        st.caption(text("positions.counter_line"))
        draw_map(
            text,
            "positions_counter",
            np.array(rows),
            text("positions.counter_alt", count=COUNTED),
            rows=Side("", labels),
            keys=Side(text("positions.position")),
            scale=Scale(text("positions.counter_value"), "signed", limit=1.0, signs=signs),
        )
        shares = ", ".join(
            f"{counter.periods[k]}: {percent(counter.agree[k], 0)}" for k in partners
        )
        st.caption(text("positions.counter_note", shares=shares))
