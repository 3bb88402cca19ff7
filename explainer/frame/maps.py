"""Draw maps of numbers (heat maps) and read the cells that the reader presses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.head_roles import Kind as AttentionKind
from explainer.charts.labels import check_lengths
from explainer.drawings import Choice, cell_in, drawing
from explainer.frame.choices import Place
from explainer.frame.pickers import COLUMN, ROW, Picker, axis_words, move
from explainer.text import Text

Cell = tuple[int, int]
Kind = Literal["weights", "signed"]
Tone = Literal["source", "target", "ink", "second"]
PLACE = (ROW, COLUMN)  # a cell in the URL


@dataclass(frozen=True)
class Side:
    """Rows or columns of a map: their title, names (by default numbers from 0) and colour."""

    title: str
    names: Sequence[str] | None = None
    tone: Tone = "second"


@dataclass(frozen=True)
class Scale:
    """Range and number format of a map: weights from 0 to 1, or signed values up to ±`limit`.

    `limit` defaults to the largest absolute value. Cells of a small map have `digits` decimals, or
    `signs`: a word for minus and one for plus, per row.
    """

    title: str
    kind: Kind = "weights"
    limit: float | None = None
    digits: int = 2
    signs: Sequence[tuple[str, str]] | None = None


class Sides(TypedDict):
    """The keyword arguments of `draw_map` for its rows and columns."""

    rows: Side
    keys: Side


def named_sides(
    text: Text,
    kind: AttentionKind,
    rows: Sequence[str],
    keys: Sequence[str],
    predicted: bool | None = None,
) -> Sides:
    """Return rows and columns of an attention map."""
    words = axis_words(text, kind, predicted)
    return {
        "rows": Side(words["row_title"], rows, words["row_tone"]),
        "keys": Side(words["key_title"], keys, words["key_tone"]),
    }


def draw_map(
    text: Text,
    key: str,
    values: NDArray[np.floating],
    name: str,
    *,
    rows: Side,
    keys: Side,
    scale: Scale,
    masked: NDArray[np.bool_] | None = None,
    cell: Cell | None = None,
    on_cell: Callable[[Cell], None] | None = None,
    head: str = "",
    line: str = "",
) -> None:
    """Draw a map of numbers (Q, K); `name` describes it, `head` and `line` caption it.

    `masked` cells (Q, K) are hatched and have neither shade nor number. `on_cell` is called with a
    pressed cell; `cell` is framed. Raises ValueError if names or mask do not fit.
    """
    there = np.ones(values.shape, dtype=bool) if masked is None else ~masked
    if there.shape != values.shape:
        raise ValueError(f"mask {there.shape} for values {values.shape}")
    for count, side in zip(values.shape, (rows, keys), strict=True):
        check_lengths(name, count, side.names)

    def choose(choice: Choice) -> None:
        pressed = cell_of(choice.get("cell"), there)
        if pressed is not None and on_cell is not None:
            on_cell(pressed)

    data: dict[str, Any] = {
        "name": name,
        "values": shown_values(values, there),
        "rows": rows.names and list(rows.names),
        "keys": keys.names and list(keys.names),
        "titles": {"row": rows.title, "key": keys.title, "value": scale.title},
        "tones": {"row": rows.tone, "key": keys.tone},
        "kind": scale.kind,
        "limit": scale.limit,
        "digits": scale.digits,
        "signs": scale.signs,
        "picks": on_cell is not None,
        "head": head,
        "line": line,
    }
    words = text.section("drawings.map")
    drawing(
        "map", data, words=words, key=key, chosen={"cell": cell}, on_choice=choose, blank=_blank
    )


def shown_values(
    values: NDArray[np.floating], there: NDArray[np.bool_]
) -> list[list[float | None]]:
    """Convert (Q, K) values to lists, with None for cells outside `there`."""
    return [
        [float(str(value)) if shown else None for value, shown in zip(*row, strict=True)]
        for row in zip(values.astype(np.float32), there.tolist(), strict=True)
    ]


def _blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cells without their numbers, in their descriptions too."""
    name = f"{data['titles']['row']} × {data['titles']['key']}"
    values = [[value and 0.0 for value in row] for row in data["values"]]
    blank = {"name": name, "values": values, "limit": None, "picks": False, "blank": True}
    return {**data, **blank}


def cell_of(sent: object, there: NDArray[np.bool_]) -> Cell | None:
    """Parse a cell from the browser; None unless it is in `there`. Untrusted input."""
    cell = cell_in(sent, [there.shape[1]] * len(there))
    return cell if cell is not None and there[cell] else None


def pick_cell(
    pick: Picker,
    shape: tuple[int, ...],
    telling: tuple[int, ...],
    names: tuple[Place, Place] = PLACE,
    labels: tuple[str, str] = ("", ""),
    spoken: Callable[[int], object] = str,
) -> Cell:
    """Return the cell that was pressed or is in the URL, from 0; at first the `telling` one.

    `spoken` returns the number displayed for one in the URL (from 1).
    """
    row, column = (
        pick.one(name, range(1, count + 1), min(start + 1, count), spoken, label) - 1
        for name, label, count, start in zip(names, labels, shape, telling, strict=True)
    )
    return row, column


def move_to(names: tuple[str, str] = PLACE) -> Callable[[Cell], None]:
    """Return an `on_cell` callback that sets the choices of these names."""

    def moved(cell: Cell) -> None:
        for name, index in zip(names, cell, strict=True):
            move(name, index)

    return moved
