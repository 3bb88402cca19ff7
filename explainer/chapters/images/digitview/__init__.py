"""What networks read: ten digits with their probabilities, once or before and after a change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import colours_of, weight_scale
from explainer.components.shared import DIGITS, DOM, NUMBERS, RESIZE, SHADE, component, plain

FOLDER: Final = Path(__file__).parent
COLOURS: Final = (
    *("ink", "page", "line", "second", "third", "seq0", "seq1", "on_low", "on_high"),
    *("correct_text", "error_text"),
)


@dataclass(frozen=True)
class Read:
    """What a network says: the probabilities (10,) once, or before and after; `same`: the change
    changed nothing; `note` stands at the end of the row."""

    network: str
    probs: Sequence[Sequence[float]]
    same: bool = False
    note: str = ""


@dataclass(frozen=True)
class DigitWords:
    """Finished words; `columns` stand above the probabilities, one each."""

    name: str
    columns: Sequence[str] = ()
    note: str = ""
    same: str = ""
    close: str = ""
    other: str = ""


def digitview(rows: Sequence[Read], *, words: DigitWords, dark: bool, key: str) -> None:
    """Draw a row for each network."""
    component(FOLDER, DOM, NUMBERS, SHADE, RESIZE)(
        key=key,
        data={
            "rows": [_travelling(row) for row in rows],
            "words": plain(words),
            "scale": weight_scale(dark),
            "colours": colours_of(dark, COLOURS),
        },
    )


def _travelling(row: Read) -> dict[str, Any]:
    probs = [[round(float(p), DIGITS) for p in each] for each in row.probs]
    return {**plain(row), "probs": probs}
