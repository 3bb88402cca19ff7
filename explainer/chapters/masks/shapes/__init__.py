"""Masks as shapes: a batch of sentences, and beside each other who may look at whom in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from explainer.chapters.masks.triangle import GRID, look
from explainer.components.shared import DOM, RESIZE, SHADE, SVG, Pick, component, obey, plain

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, RESIZE, SHADE, GRID, FOLDER / "batch.js")
Side = Literal["source", "target"]


@dataclass(frozen=True)
class Shape:
    """One mask (Q, K), True = may look; `marked` are cells to point out."""

    name: str
    line: str
    mask: NDArray[np.bool_]
    rows: Sequence[str]
    keys: Sequence[str]
    row_side: Side
    key_side: Side
    marked: NDArray[np.bool_] | None = None


@dataclass(frozen=True)
class ShapesWords:
    """Finished words; `told` has the holes {name} {row} {free} {hidden} for the browser."""

    batch: str
    sentence: str  # {number}
    told: str
    closed: str
    free: str
    marked: str
    symbols: tuple[str, str]  # of a hidden and of a free cell


def shapes_payload(
    sentences: Sequence[Sequence[str]],
    chosen: int,
    shapes: Sequence[Shape],
    words: ShapesWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component. Raises ValueError when labels do not fit a mask."""
    for shape in shapes:
        if shape.mask.shape != (len(shape.rows), len(shape.keys)):
            raise ValueError(f"mask {shape.mask.shape} for {len(shape.rows)} rows")
    return {
        "sentences": [list(pieces) for pieces in sentences],
        "width": max(map(len, sentences)),
        "chosen": chosen,
        "shapes": [_shape(shape) for shape in shapes],
        "words": plain(words),
        **look(dark),
    }


def _shape(shape: Shape) -> dict[str, Any]:
    return {
        "name": shape.name,
        "line": shape.line,
        "mask": _bits(shape.mask),
        "marked": None if shape.marked is None else _bits(shape.marked),
        "rows": list(shape.rows),
        "keys": list(shape.keys),
        "sides": [shape.row_side, shape.key_side],
    }


def _bits(mask: NDArray[np.bool_]) -> list[str]:
    return ["".join("1" if cell else "0" for cell in row) for row in mask]


def shapes(data: Mapping[str, Any], *, key: str, on_sentence: Callable[[int], None]) -> None:
    """Draw them; `on_sentence` gets the sentence that was pressed before the page runs again."""

    def pressed(pick: Pick) -> None:
        on_sentence(pick[1])

    draw = component(FOLDER, *SCRIPTS)
    sizes = {"sentence": len(data["sentences"])}
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, pressed))
