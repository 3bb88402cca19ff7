"""One token's vector on its way: projected, cut into heads, looked up, joined, projected again."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, RESIZE, SVG, component

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, RESIZE)
COLOURS: Final = (*GREYS, "source", "target", "q", "weight", "v")


@dataclass(frozen=True)
class Row:
    """One line of the picture: (N, K) numbers, one run a head; cut or not; up-down or 0..1."""

    name: str
    shape: str
    values: NDArray[np.floating]
    colour: str  # a name of COLOURS
    cut: bool
    share: bool = False  # weights: from the ground up, full height is 1
    mixed: bool = False  # belongs to no head: before the projection, or after W_O


def cut_payload(
    *, rows: Sequence[Row], chosen: int, head_labels: Sequence[str], name: str, dark: bool
) -> dict[str, Any]:
    """Data of the component; the runs of the `chosen` head are strong.

    Raises ValueError when a row has not one run for each head label.
    """
    heads = len(head_labels)
    if any(row.values.ndim != 2 or len(row.values) != heads for row in rows):
        raise ValueError(f"rows of shapes {[row.values.shape for row in rows]} for {heads} heads")
    return {
        "rows": [
            {
                "name": row.name,
                "shape": row.shape,
                "colour": row.colour,
                "cut": row.cut,
                "share": row.share,
                "mixed": row.mixed,
                "dims": row.values.shape[1],
                "packed": base64.b64encode(row.values.astype("<f4").tobytes()).decode("ascii"),
            }
            for row in rows
        ],
        "chosen": chosen,
        "heads": list(head_labels),
        "name": name,
        "colours": colours_of(dark, COLOURS),
    }


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """Grounds and names are left: no number, nor how many there are."""
    rows = [{**row, "shape": "", "dims": 0, "packed": ""} for row in data["rows"]]
    return {**data, "rows": rows}


def cutrows(data: Mapping[str, Any], *, key: str) -> None:
    """Draw it; the number that is pointed at is the browser's own matter."""
    component(FOLDER, *SCRIPTS, veil=veil)(key=key, data=dict(data))
