"""A map of numbers: rows ask, columns answer, the shade is the number. One for all chapters.

Few cells answer the pointer each by itself. Of a packed map there may be thousands: only the
values are sent, row and column are their order; they are one picture on a canvas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import GRADIENT, LIMIT, row_param, signed_colour, tone
from explainer.charts.cell_layers import (
    CELL_PICK,
    CLICK,
    GAP,
    KEYS,
    ROWS,
    Grid,
    frame,
    hatching,
    mapped,
    words_in,
)
from explainer.charts.figure import Figure, Has, columns_table, make_figure, named_side, words_table
from explainer.charts.labels import AXIS_SIZE, CROWDED, MANY, Spec, check_lengths
from explainer.charts.marks import Looks, Told, by_test, mark
from explainer.charts.marks import Pick as Selection
from explainer.charts.palette import GAMMA, INK_TURNS, SIGNED_TURNS, ramp, theme

__all__ = ["CELL_PICK", "KEYS", "ROWS", "Pick", "Scale", "cell_map", "symmetric"]

Cell = tuple[int, int]
Kind = Literal["weights", "signed"]

SURROUNDINGS: Final = (140, 110)  # pixels of words and legend; of a packed map
EXACT: Final = 16384  # packed cells; a larger map is sent as shades of one byte and says no number
SHADES: Final = 127
SIGN: Final = 9  # pixels a column needs for a sign in its cells
HEIGHT: Final = 280  # pixels of a packed map at most
ROW: Final = (3.0, 26.0)  # pixels a row of it has at least and at most
TICKS: Final = 16  # numbers on an axis without words, at most
OVER: Final = (
    Selection("over_row", ("q",), "pointerover"),
    Selection("over_key", ("k",), "pointerover"),
)


@dataclass(frozen=True)
class Scale:
    """Weights from 0 to 1; or signed numbers, even around 0, up to `limit`, without one up to the
    largest of them. `form` prints a number into its cell, an empty one none; `room` is what the
    rows of a short sentence share, in pixels; of a `packed` map no cell has a number, but `signs`
    may have a word for minus and one for plus for every row.
    """

    kind: Kind = "weights"
    limit: float | None = None
    form: str = ".2f"
    room: int = 420
    packed: bool = False
    signs: Sequence[tuple[str, str]] = ()


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
    shape: tuple[int, int]  # of a packed map, else nothing

    @property
    def size(self) -> int:
        return self.shape[0] * self.shape[1]


def cell_map(
    *,
    values: NDArray[np.floating],
    row_title: str,
    key_title: str,
    value_title: str,
    dark: bool,
    row_labels: Sequence[str] | None = None,
    key_labels: Sequence[str] | None = None,
    scale: Scale = WEIGHTS,
    row_colour: str = "target_text",
    key_colour: str = "source_text",
    masked: NDArray[np.bool_] | None = None,
    pick: Pick | None = None,
) -> Figure:
    """A (Q, K) map of weights 0..1, or of signed numbers on a scale that is even around 0.

    Hovering a cell keeps its row and its column and pales the rest, inside Vega, without a rerun.
    `masked` cells (Q, K) are hatched and carry neither shade nor number. Without a `pick` nobody
    can click; with one, a click selects `cell`, with fields q and k. Sides without labels count
    from 0. Raises ValueError when labels or mask do not fit, for a limit below the largest |value|
    and, unless it is packed, for a side of more than 127 pieces.
    """
    labels = [
        [str(i) for i in range(count)] if given is None else given
        for given, count in zip((row_labels, key_labels), values.shape, strict=True)
    ]
    for count, words in zip(values.shape, labels, strict=True):
        check_lengths("map", count, words)
    if masked is not None and masked.shape != values.shape:
        raise ValueError(f"mask {masked.shape} for values {values.shape}")
    end = scale.limit or symmetric(values)
    if scale.packed and np.abs(values).max() > end * (1 + 1e-9):
        raise ValueError(f"a value beyond the limit {end}")
    rows, columns = values.shape
    numbers = [ticks(count) for count in values.shape]
    angle = 0 if max(map(len, key_labels or ()), default=0) <= 2 else -90
    limit = 150 if scale.kind == "signed" else 120
    gaps = [0.0 if scale.packed and count > CROWDED else GAP for count in values.shape]
    options = _Options(
        grid=Grid(
            named_side(ROWS, "row", row_labels, row_title, row_colour, limit, ticks=numbers[0]),
            named_side(
                KEYS, "key", key_labels, key_title, key_colour, angle=angle, ticks=numbers[1]
            ),
            (gaps[0], gaps[1]),
        ),
        kind=scale.kind,
        value_title=value_title,
        dark=dark,
        form=scale.form,
        printed=bool(scale.form) and not scale.packed and _is_printed(values.shape, scale.kind),
        everywhere=pick is not None and pick.masked,
        shape=(rows, columns) if scale.packed else (0, 0),
    )
    more = _row_columns(rows, end, scale, pick)
    data = {
        "cells": pack_values(values, end) if scale.packed else _cells_table(values, masked),
        ROWS: words_table("row", labels[0], **more),
        KEYS: (columns_table if key_labels else words_table)("key", labels[1]),
    }
    tall = np.clip(HEIGHT / rows, *ROW) if scale.packed else row_height(rows, scale.room)
    return make_figure(_build, options, data, int(tall * rows) + SURROUNDINGS[scale.packed])


def symmetric(values: NDArray[np.floating]) -> float:
    """The end of a scale around 0 that holds all values; 1 when there is nothing but 0."""
    return float(np.abs(values).max(initial=0.0)) or 1.0


def pack_values(values: NDArray[np.floating], limit: float) -> pa.Table:
    """The values row by row: float32, or of a large map shades -127..127 of the limit."""
    if values.size <= EXACT:
        return pa.table({"v": values.astype(np.float32).ravel()})
    return pa.table({"v": np.rint(values / limit * SHADES).astype(np.int8).ravel()})


def ticks(count: int) -> tuple[int, ...]:
    """At most TICKS round places 0..count-1."""
    step = next(s for s in (1, 2, 4, 5, 8, 10, 16, 20, 32, 64, 128) if count / s <= TICKS)
    return tuple(range(0, count, step))


def cell_columns(values: NDArray[np.floating], keep: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
    """The kept cells as columns q, k, w: small integers and float32, which is what is sent.

    Raises ValueError for a side of more than 127 pieces.
    """
    if max(keep.shape) > np.iinfo(np.int8).max:
        raise ValueError(f"a map of {keep.shape} is too large to draw")
    q, k = np.nonzero(keep)
    return {"q": q.astype(np.int8), "k": k.astype(np.int8), "w": values[q, k].astype(np.float32)}


def _cells_table(values: NDArray[np.floating], masked: NDArray[np.bool_] | None) -> pa.Table:
    """All cells row by row."""
    every = np.ones(values.shape, dtype=bool)
    if masked is None or not masked.any():
        return pa.table(cell_columns(values, every))
    shown = np.where(masked, 0, values)
    return pa.table({**cell_columns(shown, every), "hidden": masked.ravel()})


def _row_columns(count: int, end: float, scale: Scale, pick: Pick | None) -> dict[str, Any]:
    """What stands beside the words of the rows: the key that is chosen, the end of the scale."""
    columns: dict[str, Any] = {}
    if pick is not None:
        row, key = pick.cell
        columns["chosen"] = np.where(np.arange(count) == row, key, -1).astype(np.int16)
    if scale.kind == "signed":
        columns[LIMIT] = np.full(count, end)
    words = zip(("minus", "plus"), zip(*scale.signs, strict=True), strict=False)
    return columns | {name: list(column) for name, column in words}


def row_height(n_rows: int, room: int) -> int:
    """Pixels a row: comfortable for a short sentence, still readable for a long one."""
    return int(np.clip(room // max(1, n_rows), 15, 30))


def _is_printed(shape: tuple[int, ...], kind: Kind) -> bool:
    return max(shape if kind == "weights" else shape[1:]) <= PRINTED[kind].limit


def _build(options: _Options, has: Has) -> Spec:
    hatched, click = "hidden" in has["cells"], "chosen" in has[ROWS]
    layers = [_pixels(options, click) if options.size else _shades(options, hatched, click)]
    if hatched:
        layers.append(hatching(options.dark))
    if options.printed:
        layers.append(_numbers(options, hatched))
    if click:
        layers.append(frame(options.dark))
    if "minus" in has[ROWS]:
        layers.append(_signs(options))
    params = [row_param(LIMIT, ROWS, 1)] if LIMIT in has[ROWS] else []
    steps, canvas = _places(options) if options.size else [], options.size >= MANY
    return mapped(options.grid, options.dark, layers, steps=steps, params=params, canvas=canvas)


def _places(options: _Options) -> list[alt.Transform]:
    """Rows, columns and values of packed cells, by their order."""
    number: Any = {"op": "row_number", "as": "n"}
    columns, scale = options.shape[1], "1" if options.size <= EXACT else f"{LIMIT} / {SHADES}"
    steps = {
        "q": f"floor((datum.n - 1) / {columns})",
        "k": f"(datum.n - 1) % {columns}",
        "w": f"datum.v * {scale}",
    }
    calculations = [
        alt.CalculateTransform(calculate=how, **{"as": name}) for name, how in steps.items()
    ]
    return [alt.WindowTransform(window=[alt.WindowFieldDef(**number)]), *calculations]


def _pixels(options: _Options, click: bool) -> alt.Chart:
    """Packed cells."""
    # A hair in the cell's own colour closes the seams a browser leaves between narrow cells.
    return mark(
        "rect",
        "",
        {"color": _colour(options)},
        told=_tooltip(options)[: 2 if options.size > EXACT else 3],
        picks=[CLICK] * click,
        strokeWidth=0.6,
        stroke="=scale('color', datum.w)",
    )


def _shades(options: _Options, hatched: bool, click: bool) -> alt.Chart:
    """The cells; with a choice, a click picks one; hovering picks its row and its column."""
    dark, only_shown = options.dark, hatched and click and not options.everywhere
    looks: Looks = {"cornerRadius": 2}
    if options.kind == "signed" or hatched and options.everywhere:
        looks |= {"stroke": tone("line", dark), "strokeWidth": 0.5}
    if click:
        looks["cursor"] = "pointer"
    colour = _colour(options)
    if hatched and not only_shown:
        colour["condition"] = {"test": "datum.hidden", "value": tone("page", dark)}
    over = {"or": [{"param": pick.name} for pick in OVER]}
    return mark(
        "rect",
        "",
        {"color": colour, "opacity": by_test(alt.OpacityValue, over, 1, 0.35)},
        told=_tooltip(options),
        where="!datum.hidden" if only_shown else "",
        picks=[*OVER, *[CLICK] * click],
        **looks,
    )


def _tooltip(options: _Options) -> list[Told]:
    """Row, column and, last, the number."""
    number = "+.3f" if options.kind == "signed" else ".3f"
    sides = (options.grid.rows, options.grid.keys)
    return [*(side.tooltip for side in sides), ("w", options.value_title, number)]


def _colour(options: _Options) -> alt.Color:
    """The shade of a cell and its legend."""
    title, dark = options.value_title, options.dark
    if options.kind == "signed":
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


def _signs(options: _Options) -> alt.Chart:
    """The words of every row in its cells."""
    row = f"data('{ROWS}')[datum.q]"
    ink = alt.ColorValue(tone("on_high", options.dark))
    signs = words_in(SIGN, "sign:N", ink, fontSize=10)
    return signs.transform_calculate(sign=f"datum.w < 0 ? {row}.minus : {row}.plus")
