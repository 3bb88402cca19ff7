"""A map of numbers: rows ask, columns answer, the shade is the number. One for all chapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import GRADIENT, LIMIT, limit_param, signed_colour, tone
from explainer.charts.cell_layers import (
    CELL_PICK,
    CLICK,
    KEYS,
    ROWS,
    Grid,
    frame,
    grid_of,
    hatching,
    mapped,
    words_in,
)
from explainer.charts.figure import Figure, Has, columns_table, drawn, words_table
from explainer.charts.labels import AXIS_SIZE, Spec, check_labels
from explainer.charts.marks import Looks, Told, by_test, mark
from explainer.charts.marks import Pick as Selection
from explainer.charts.palette import GAMMA, INK_TURNS, SIGNED_TURNS, ramp, theme

__all__ = ["CELL_PICK", "KEYS", "ROWS", "Pick", "Scale", "cell_map"]

Cell = tuple[int, int]
Kind = Literal["weights", "signed"]

SURROUNDINGS: Final = 140  # pixels of column labels and legend: Streamlit fits them into the height
OVER: Final = (
    Selection("over_row", ("q",), "pointerover"),
    Selection("over_key", ("k",), "pointerover"),
)


@dataclass(frozen=True)
class Scale:
    """Weights from 0 to 1; or signed numbers, even around 0, up to `limit`, without one up to the
    largest of them. `form` prints a number into its cell."""

    kind: Kind = "weights"
    limit: float | None = None
    form: str = ".2f"


@dataclass(frozen=True)
class Pick:
    """Where the frame starts, and whether a click chooses a masked cell like any other."""

    cell: Cell
    masked: bool = False


WEIGHTS: Final = Scale()


@dataclass(frozen=True)
class Print:
    """The numbers in the cells: up to how many of them, their size and room in pixels."""

    limit: int
    width: int
    size: int


PRINTED: Final[Mapping[Kind, Print]] = {
    "weights": Print(12, 27, AXIS_SIZE),  # of rows and of columns
    "signed": Print(14, 30, AXIS_SIZE - 1),  # of columns
}


@dataclass(frozen=True)
class _Options:
    """All that a specification depends on, besides the columns; what is not here is data."""

    grid: Grid
    kind: Kind
    value_title: str
    dark: bool
    form: str
    printed: bool
    everywhere: bool  # a click can choose a masked cell, too


def cell_map(
    *,
    values: NDArray[np.floating],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    row_title: str,
    key_title: str,
    value_title: str,
    dark: bool,
    scale: Scale = WEIGHTS,
    row_colour: str = "target_text",
    key_colour: str = "source_text",
    masked: NDArray[np.bool_] | None = None,
    pick: Pick | None = None,
) -> Figure:
    """A (Q, K) map of weights 0..1, or of signed numbers on a scale that is even around 0.

    Hovering a cell keeps its row and its column and pales the rest, inside Vega, without a rerun.
    `masked` cells (Q, K) are hatched and carry neither shade nor number. Without a `pick` nobody
    can click; with one, a click selects `cell`, with fields q and k.
    Raises ValueError when labels or mask do not fit, or for a side of more than 127 pieces.
    """
    check_labels(values, row_labels, key_labels)
    if masked is not None and masked.shape != values.shape:
        raise ValueError(f"mask {masked.shape} for values {values.shape}")
    hidden = None if masked is None or not masked.any() else masked
    upright = max(map(len, key_labels), default=0) <= 2
    options = _Options(
        grid=grid_of(
            (row_title, key_title),
            (row_colour, key_colour),
            (row_labels, key_labels),
            0 if upright else None,
            limit=150 if scale.kind == "signed" else 120,
        ),
        kind=scale.kind,
        value_title=value_title,
        dark=dark,
        form=scale.form,
        printed=_is_printed(values.shape, scale.kind),
        everywhere=pick is not None and pick.masked,
    )
    data = {
        "cells": _cells_table(values, hidden),
        ROWS: words_table("row", row_labels, **row_columns(values, scale, pick)),
        KEYS: columns_table("key", key_labels),
    }
    count = len(row_labels)
    return drawn(_built, options, data, count * row_height(count) + SURROUNDINGS)


def cell_columns(values: NDArray[np.floating], keep: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
    """The kept cells as columns q, k, w: small integers and float32, which is what is sent.

    Raises ValueError for a side of more than 127 pieces.
    """
    if max(keep.shape) > np.iinfo(np.int8).max:
        raise ValueError(f"a map of {keep.shape} is too large to draw")
    q, k = np.nonzero(keep)
    return {"q": q.astype(np.int8), "k": k.astype(np.int8), "w": values[q, k].astype(np.float32)}


def _cells_table(values: NDArray[np.floating], hidden: NDArray[np.bool_] | None) -> pa.Table:
    """All cells row by row."""
    every = np.ones(values.shape, dtype=bool)
    if hidden is None:
        return pa.table(cell_columns(values, every))
    shown = np.where(hidden, 0, values)
    return pa.table({**cell_columns(shown, every), "hidden": hidden.ravel()})


def row_columns(
    values: NDArray[np.floating], scale: Scale, pick: Pick | None
) -> dict[str, NDArray[Any]]:
    """What stands beside the words of the rows: the key that is chosen, the end of the scale."""
    columns: dict[str, NDArray[Any]] = {}
    if pick is not None:
        row, key = pick.cell
        columns["chosen"] = np.where(np.arange(len(values)) == row, key, -1).astype(np.int16)
    if scale.kind == "signed":
        end = scale.limit or float(np.abs(values).max(initial=0.0)) or 1.0
        columns[LIMIT] = np.full(len(values), end)
    return columns


def _is_printed(shape: tuple[int, ...], kind: Kind) -> bool:
    return max(shape if kind == "weights" else shape[1:]) <= PRINTED[kind].limit


def row_height(n_rows: int) -> int:
    """Pixels a row: comfortable for a short sentence, still readable for a long one."""
    return int(np.clip(420 // max(1, n_rows), 15, 38))


def _built(options: _Options, has: Has) -> Spec:
    hatched, click = "hidden" in has["cells"], "chosen" in has[ROWS]
    layers = [_shades(options, hatched, click)]
    if hatched:
        layers.append(hatching(options.dark))
    if options.printed:
        layers.append(_numbers(options, hatched))
    if click:
        layers.append(frame(options.dark))
    params = [limit_param(ROWS)] if LIMIT in has[ROWS] else []
    return mapped(options.grid, options.dark, layers, params=params)


def _shades(options: _Options, hatched: bool, click: bool) -> alt.Chart:
    """The cells; with a choice, a click picks one; hovering picks its row and its column."""
    dark, only_shown = options.dark, hatched and click and not options.everywhere
    looks: Looks = {"cornerRadius": 2}
    if options.kind == "signed" or hatched and options.everywhere:
        looks |= {"stroke": tone("line", dark), "strokeWidth": 0.5}
    if click:
        looks["cursor"] = "pointer"
    colour = shade_of(options.kind, options.value_title, dark)
    if hatched and not only_shown:
        colour["condition"] = {"test": "datum.hidden", "value": tone("page", dark)}
    over = {"or": [{"param": pick.name} for pick in OVER]}
    return mark(
        "rect",
        "",
        {"color": colour, "opacity": by_test(alt.OpacityValue, over, 1, 0.35)},
        told=told_of(options.grid, options.value_title, options.kind),
        where="!datum.hidden" if only_shown else "",
        picks=[*OVER, *[CLICK] * click],
        **looks,
    )


def told_of(grid: Grid, title: str, kind: Kind) -> list[Told]:
    """Row, column and, last, the number."""
    number = "+.3f" if kind == "signed" else ".3f"
    return [
        ("row", grid.titles[0] or "", ""),
        ("key", grid.titles[1] or "", ""),
        ("w", title, number),
    ]


def shade_of(kind: Kind, title: str, dark: bool) -> alt.Color:
    """The shade of a cell and its legend."""
    if kind == "signed":
        return signed_colour("w", title, dark)
    scale = alt.Scale(domain=[0, 1], range=ramp(dark), type="pow", exponent=GAMMA, clamp=True)
    legend = alt.Legend(values=[0, 0.25, 0.5, 0.75, 1], **GRADIENT)
    return alt.Color("w:Q", title=title, scale=scale, legend=legend)


def _numbers(options: _Options, hatched: bool) -> alt.Chart:
    """The numbers in the cells."""
    name, printed = theme(options.dark), PRINTED[options.kind]
    strong = (
        f"abs(datum.w) >= {SIGNED_TURNS[name]} * {LIMIT}"
        if options.kind == "signed"
        else f"datum.w >= {INK_TURNS[name]}"
    )
    inks = [tone(ink, options.dark) for ink in ("on_high", "on_low")]
    ink = by_test(alt.ColorValue, strong, *inks)
    where = "!datum.hidden" if hatched else ""
    return words_in(
        printed.width, "w:Q", ink, where=where, fontSize=printed.size, form=options.form
    )
