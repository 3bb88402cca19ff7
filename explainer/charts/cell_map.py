"""A map of numbers: rows ask, columns answer, the shade is the number. One for all chapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.figure import (
    WORDS,
    Figure,
    is_crowded,
    kept,
    word_axis,
    words_of,
    words_table,
)
from explainer.charts.labels import AXIS_SIZE, Spec, check_labels, look, slant
from explainer.charts.palette import GAMMA, INK_TURNS, PALETTE, SIGNED_TURNS, ramp, theme

Cell = tuple[int, int]
Kind = Literal["weights", "signed"]

CELL_PICK: Final = "cell"  # name of the click selection: event["selection"]["cell"]
SURROUNDINGS: Final = 140  # pixels of column labels and legend: Streamlit fits them into the height
STROKES: Final = "M-1,1L1,-1M-1,0L0,-1M0,1L1,0"  # three slanted lines in a square from -1 to 1
ROWS: Final = f"{WORDS}rows"
KEYS: Final = f"{WORDS}keys"
LIMIT: Final = "limit"  # the end of the signed scale, as a parameter of the specification


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
class Options:
    """All that a specification depends on; what is not here is data."""

    kind: Kind
    row_title: str
    key_title: str
    value_title: str
    row_colour: str
    key_colour: str
    dark: bool
    form: str
    key_angle: int
    crowded: tuple[bool, bool]  # rows, keys
    printed: bool
    hatched: bool
    choice: Literal["none", "shown", "all"]  # which cells a click can choose


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
    options = Options(
        kind=scale.kind,
        row_title=row_title,
        key_title=key_title,
        value_title=value_title,
        row_colour=row_colour,
        key_colour=key_colour,
        dark=dark,
        form=scale.form,
        key_angle=_angle(key_labels, scale.kind),
        crowded=(is_crowded(row_labels), is_crowded(key_labels)),
        printed=_is_printed(values.shape, scale.kind),
        hatched=hidden is not None,
        choice="none" if pick is None else "all" if pick.masked else "shown",
    )
    return Figure(
        _sized(options, len(row_labels)),
        {
            "cells": _cells_table(values, hidden),
            ROWS: words_table("row", row_labels, **_row_columns(values, scale, pick)),
            KEYS: words_table("key", key_labels),
        },
    )


def hover(name: str, *fields: str) -> Spec:
    """A selection that lasts as long as the pointer is on a mark of the view `cells`."""
    select = {"type": "point", "fields": list(fields), "on": "pointerover", "clear": "pointerout"}
    return {"name": name, "select": select, "views": ["cells"]}


def cell_columns(values: NDArray[np.floating], keep: NDArray[np.bool_]) -> dict[str, NDArray[Any]]:
    """The kept cells as columns q, k, w: small integers and float32, which is what is sent.

    Raises ValueError for a side of more than 127 pieces.
    """
    if max(keep.shape) > np.iinfo(np.int8).max:
        raise ValueError(f"a map of {keep.shape} is too large to draw")
    q, k = np.nonzero(keep)
    return {"q": q.astype(np.int8), "k": k.astype(np.int8), "w": values[q, k].astype(np.float32)}


def hatching(rows: str, keys: str, test: str, colour: str) -> alt.Chart:
    """Slanted strokes, as large as a cell allows, on the cells that pass `test`.

    `rows` and `keys` name the tables with a row for each row and column of the map.
    """
    room = f"min(width / length(data('{keys}')), height / length(data('{rows}')))"
    return (
        alt.Chart()
        .transform_filter(test)
        .mark_point(
            aria=False,
            shape=STROKES,
            strokeWidth=1,
            opacity=0.55,
            filled=False,
            size=alt.ExprRef(f"pow(0.72 * {room}, 2)"),
        )
        .encode(stroke=alt.value(colour))
    )


def _cells_table(values: NDArray[np.floating], hidden: NDArray[np.bool_] | None) -> pa.Table:
    """All cells row by row."""
    every = np.ones(values.shape, dtype=bool)
    if hidden is None:
        return pa.table(cell_columns(values, every))
    shown = np.where(hidden, 0, values)
    return pa.table({**cell_columns(shown, every), "hidden": hidden.ravel()})


def _row_columns(
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


def _angle(key_labels: Sequence[str], kind: Kind) -> int:
    short = kind == "signed" and max(map(len, key_labels), default=0) <= 2
    return 0 if short else slant(key_labels)


def _is_printed(shape: tuple[int, ...], kind: Kind) -> bool:
    return max(shape if kind == "weights" else shape[1:]) <= PRINTED[kind].limit


def row_height(n_rows: int) -> int:
    """Pixels a row: comfortable for a short sentence, still readable for a long one."""
    return int(np.clip(420 // max(1, n_rows), 15, 38))


@lru_cache(maxsize=512)
def _sized(options: Options, rows: int) -> Spec:
    """The kept specification. Sizes need no Altair: a new sentence costs no more than a click."""
    return {**_built(options), "height": rows * row_height(rows) + SURROUNDINGS}


@lru_cache(maxsize=256)
def _built(options: Options) -> Spec:
    """Made by Altair, once for these options."""
    layers = [_shades(options)]
    if options.hatched:
        layers.append(hatching(ROWS, KEYS, "datum.hidden", PALETTE[theme(options.dark)]["mask"]))
    if options.printed:
        layers.append(_numbers(options))
    if options.choice != "none":
        layers.append(_frame(options))
    chart = alt.layer(
        *layers,
        data=alt.NamedData("cells"),
        transform=[words_of(ROWS, "row", "q"), words_of(KEYS, "key", "k")],
    ).encode(**_sides(options))
    if options.kind == "signed":
        end = f"data('{ROWS}')[0].{LIMIT}"
        chart = chart.add_params(alt.param(LIMIT, expr=f"length(data('{ROWS}')) ? {end} : 1"))
    return {**kept(chart), "config": look(options.dark)}


def _sides(options: Options) -> dict[str, Any]:
    colours, crowded = PALETTE[theme(options.dark)], options.crowded
    y = word_axis(
        ROWS,
        "row",
        options.row_title,
        colours[options.row_colour],
        crowded=crowded[0],
        labelLimit=150 if options.kind == "signed" else 120,
    )
    x = word_axis(
        KEYS,
        "key",
        options.key_title,
        colours[options.key_colour],
        crowded=crowded[1],
        orient="top",
        labelAngle=options.key_angle,
    )
    gap = alt.Scale(paddingInner=0.04)
    return {"x": alt.X("k:O", scale=gap, axis=x), "y": alt.Y("q:O", scale=gap, axis=y)}


def _shades(options: Options) -> alt.Chart:
    """The cells; with a choice, a click picks one; hovering picks its row and its column."""
    colours = PALETTE[theme(options.dark)]
    over = [
        alt.selection_point(name=name, fields=[field], on="pointerover", clear="pointerout")
        for name, field in (("over_row", "q"), ("over_key", "k"))
    ]
    chart = alt.Chart(name="cells")
    line = options.kind == "signed" or options.hatched and options.choice == "all"
    mark: dict[str, Any] = {"stroke": colours["line"], "strokeWidth": 0.5} if line else {}
    if options.choice != "none":
        mark["cursor"] = "pointer"
        chart = chart.add_params(
            alt.selection_point(
                name=CELL_PICK, fields=["q", "k"], on="click", clear=False, toggle=False
            )
        )
    if options.hatched and options.choice == "shown":
        chart = chart.transform_filter("!datum.hidden")
    return (
        chart.mark_rect(cornerRadius=2, **mark)
        .encode(
            color=_colour(options),
            opacity=alt.when(over[0] | over[1]).then(alt.value(1)).otherwise(alt.value(0.35)),
            tooltip=_tooltip(options),
        )
        .add_params(*over)
    )


def _tooltip(options: Options) -> list[alt.Tooltip]:
    number = "+.3f" if options.kind == "signed" else ".3f"
    return [
        alt.Tooltip("row:N", title=options.row_title or " "),
        alt.Tooltip("key:N", title=options.key_title or " "),
        alt.Tooltip("w:Q", title=options.value_title, format=number),
    ]


def _colour(options: Options) -> Any:
    signed, dark = options.kind == "signed", options.dark
    ends = [alt.ExprRef(f"-{LIMIT}"), alt.ExprRef(LIMIT)]
    scale = (
        alt.Scale(domain=ends, range=ramp(dark, scale="diverging"), clamp=True, interpolate="rgb")
        if signed
        else alt.Scale(domain=[0, 1], range=ramp(dark), type="pow", exponent=GAMMA, clamp=True)
    )
    legend = alt.Legend(
        orient="bottom",
        direction="horizontal",
        gradientLength=220,
        gradientThickness=9,
        format=".2~f",
        values=alt.ExprRef(f"[-{LIMIT}, 0, {LIMIT}]") if signed else [0, 0.25, 0.5, 0.75, 1],
    )
    colour = alt.Color("w:Q", title=options.value_title, scale=scale, legend=legend)
    if not options.hatched or options.choice == "shown":
        return colour
    blank = alt.value(PALETTE[theme(dark)]["page"])
    return alt.when("datum.hidden").then(blank).otherwise(colour)


def _numbers(options: Options) -> alt.Chart:
    """The numbers in the cells; on a phone, where they would collide, they are left out."""
    name, printed = theme(options.dark), PRINTED[options.kind]
    colours = PALETTE[name]
    room = f"width < {printed.width} * length(data('{KEYS}')) ? 0 : 1"
    strong = (
        f"abs(datum.w) >= {SIGNED_TURNS[name]} * {LIMIT}"
        if options.kind == "signed"
        else f"datum.w >= {INK_TURNS[name]}"
    )
    chart = alt.Chart()
    if options.hatched:
        chart = chart.transform_filter("!datum.hidden")
    return chart.mark_text(fontSize=printed.size, opacity=alt.ExprRef(room)).encode(
        text=alt.Text("w:Q", format=options.form),
        color=alt.when(strong)
        .then(alt.value(colours["on_high"]))
        .otherwise(alt.value(colours["on_low"])),
    )


def _frame(options: Options) -> alt.Chart:
    """The chosen cell: the one clicked last, before any click the one of the data."""
    store = f"{CELL_PICK}_store"
    start = f"!length(data('{store}')) && data('{ROWS}')[datum.q].chosen === datum.k"
    is_chosen = alt.FilterTransform({"or": [{"param": CELL_PICK, "empty": False}, start]})
    return alt.Chart(transform=[is_chosen]).mark_rect(
        filled=False,
        aria=False,
        cornerRadius=2,
        stroke=PALETTE[theme(options.dark)]["ink"],
        strokeWidth=2.5,
    )
