"""A map of numbers: rows ask, columns answer, the shade is the number. One for all chapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import altair as alt
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.axes import GRADIENT, LIMIT, by_test, layered, limit_param, signed_colour
from explainer.charts.figure import (
    WORDS,
    Figure,
    columns_table,
    is_crowded,
    kept,
    leaning,
    sized,
    word_axis,
    words_of,
    words_table,
)
from explainer.charts.labels import AXIS_SIZE, Spec, check_labels, slant
from explainer.charts.palette import GAMMA, INK_TURNS, PALETTE, SIGNED_TURNS, ramp, theme

Cell = tuple[int, int]
Kind = Literal["weights", "signed"]

GAP: Final = 0.04  # between two cells, a share of one
CELL_PICK: Final = "cell"  # name of the click selection: event["selection"]["cell"]
SURROUNDINGS: Final = 140  # pixels of column labels and legend: Streamlit fits them into the height
STROKES: Final = "M-1,1L1,-1M-1,0L0,-1M0,1L1,0"  # three slanted lines in a square from -1 to 1
ROWS: Final = f"{WORDS}rows"
KEYS: Final = f"{WORDS}keys"


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
        key_angle=_angle(key_labels),
        crowded=(is_crowded(row_labels), is_crowded(key_labels)),
        printed=_is_printed(values.shape, scale.kind),
        hatched=hidden is not None,
        choice="none" if pick is None else "all" if pick.masked else "shown",
    )
    return Figure(
        sized(_built, options, len(row_labels) * row_height(len(row_labels)) + SURROUNDINGS),
        {
            "cells": _cells_table(values, hidden),
            ROWS: words_table("row", row_labels, **row_columns(values, scale, pick)),
            KEYS: columns_table("key", key_labels),
        },
    )


def click() -> alt.Parameter:
    """The selection of a cell."""
    fields = ["q", "k"]
    return alt.selection_point(name=CELL_PICK, fields=fields, on="click", clear=False, toggle=False)


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
        .encode(stroke=alt.StrokeValue(colour))
    )


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


def _angle(key_labels: Sequence[str]) -> int:
    return 0 if max(map(len, key_labels), default=0) <= 2 else slant(key_labels)


def _is_printed(shape: tuple[int, ...], kind: Kind) -> bool:
    return max(shape if kind == "weights" else shape[1:]) <= PRINTED[kind].limit


def row_height(n_rows: int) -> int:
    """Pixels a row: comfortable for a short sentence, still readable for a long one."""
    return int(np.clip(420 // max(1, n_rows), 15, 38))


def _built(options: Options) -> Spec:
    layers = [_shades(options)]
    if options.hatched:
        layers.append(hatching(ROWS, KEYS, "datum.hidden", PALETTE[theme(options.dark)]["mask"]))
    if options.printed:
        layers.append(_numbers(options))
    if options.choice != "none":
        layers.append(frame(options))
    chart = layered(
        layers,
        [limit_param(ROWS)] if options.kind == "signed" else [],
        data=alt.NamedData("cells"),
        transform=[words_of(ROWS, "row", "q"), words_of(KEYS, "key", "k")],
    ).encode(**sides(options))
    return kept(chart, options.dark)


def sides(options: Options, gaps: Sequence[float] = (GAP, GAP), **more: Any) -> dict[str, Any]:
    """Both axes with their words; `gaps` between rows and between columns, shares of a cell. `more`
    may say more of the axes, as `rows` and `keys`."""
    colours = PALETTE[theme(options.dark)]
    limit = 150 if options.kind == "signed" else 120
    return word_sides(
        (options.row_title, options.key_title),
        (colours[options.row_colour], colours[options.key_colour]),
        options.crowded,
        gaps,
        {"labelLimit": limit, **more.get("rows", {})},
        {**leaning(KEYS, options.key_angle, "top"), **more.get("keys", {})},
    )


def word_sides(
    titles: tuple[str | None, str | None],
    colours: tuple[str, str],
    crowded: tuple[bool, bool],
    gaps: Sequence[float],
    rows: Mapping[str, Any],
    keys: Mapping[str, Any],
) -> dict[str, Any]:
    """The axes of ROWS and of KEYS, in this order in every pair."""
    top = {"orient": "top", **keys}
    y = word_axis(ROWS, "row", titles[0], colours[0], crowded=crowded[0], **rows)
    x = word_axis(KEYS, "key", titles[1], colours[1], crowded=crowded[1], **top)
    scales = [alt.Scale(paddingInner=gap) for gap in gaps]
    return {"x": alt.X("k:O", scale=scales[1], axis=x), "y": alt.Y("q:O", scale=scales[0], axis=y)}


def _shades(options: Options) -> alt.Chart:
    """The cells; with a choice, a click picks one; hovering picks its row and its column."""
    colours = PALETTE[theme(options.dark)]
    over = [
        alt.selection_point(name=name, fields=[field], on="pointerover", clear="pointerout")
        for name, field in (("over_row", "q"), ("over_key", "k"))
    ]
    picks = list(over)
    line = options.kind == "signed" or options.hatched and options.choice == "all"
    mark: dict[str, Any] = {"stroke": colours["line"], "strokeWidth": 0.5} if line else {}
    if options.choice != "none":
        mark["cursor"] = "pointer"
        picks.append(click())
    chart = alt.Chart(name="cells").add_params(*picks)
    if options.hatched and options.choice == "shown":
        chart = chart.transform_filter("!datum.hidden")
    return chart.mark_rect(cornerRadius=2, **mark).encode(
        color=colour(options),
        opacity=by_test(alt.OpacityValue, over[0] | over[1], 1, 0.35),
        tooltip=tooltip(options),
    )


def tooltip(options: Options) -> list[alt.Tooltip]:
    """Row, column and, last, the number."""
    number = "+.3f" if options.kind == "signed" else ".3f"
    return [
        alt.Tooltip("row:N", title=options.row_title or " "),
        alt.Tooltip("key:N", title=options.key_title or " "),
        alt.Tooltip("w:Q", title=options.value_title, format=number),
    ]


def colour(options: Options) -> Any:
    """The shade of a cell and its legend."""
    signed, dark = options.kind == "signed", options.dark
    if signed:
        found = signed_colour("w", options.value_title, dark)
    else:
        scale = alt.Scale(domain=[0, 1], range=ramp(dark), type="pow", exponent=GAMMA, clamp=True)
        legend = alt.Legend(values=[0, 0.25, 0.5, 0.75, 1], **GRADIENT)
        found = alt.Color("w:Q", title=options.value_title, scale=scale, legend=legend)
    if not options.hatched or options.choice == "shown":
        return found
    blank = alt.value(PALETTE[theme(dark)]["page"])
    return alt.when("datum.hidden").then(blank).otherwise(found)


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
        color=by_test(alt.ColorValue, strong, colours["on_high"], colours["on_low"]),
    )


def frame(options: Options) -> alt.Chart:
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
