"""A vector above those most like it, and how the products of their values add up to likeness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.labels import check_lengths
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, RESIZE, SHADE, SVG, component, plain

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, SHADE, RESIZE)
COLOURS: Final = (
    *GREYS,
    *("div_minus", "div_zero", "div_plus", "residual", "residual_text"),
    *("source", "source_text", "target", "target_text"),
)
DIGITS: Final = 4


@dataclass(frozen=True)
class AlikeWords:
    """Finished words; those with holes are filled by the browser."""

    name: str  # the whole drawing in a sentence
    measure: str  # above the bars
    sums: str  # beside the curves
    told: str  # {piece} {value}: of the row that is lit
    at: str  # {dimension} {x} {y} {product}: of the dimension under the pointer


def alike_payload(
    *,
    rows: NDArray[np.floating],
    labels: Sequence[str],
    values: NDArray[np.floating],
    written: Sequence[str],
    groups: Sequence[tuple[str, int, str]],
    words: AlikeWords,
    dark: bool,
) -> dict[str, Any]:
    """Rows (R, D), the chosen one first, and how much each is like it, `values` (R,).

    Dimensions travel in the order of the first row's values. `written` are the values as words.
    Each of `groups` has words to stand above its rows, how many rows it has, and their colour.
    Raises ValueError for lists that do not fit.
    """
    tones = [tone for _, count, tone in groups for _ in range(count)]
    check_lengths("rows", len(labels), rows, values, written, tones)
    order = np.argsort(rows[0], kind="stable")
    return {
        "rows": [
            {"label": label, "value": round(float(value), DIGITS), "written": told, "tone": tone}
            for label, value, told, tone in zip(labels, values, written, tones, strict=True)
        ],
        "cells": rows[:, order].round(DIGITS).tolist(),
        "dimensions": (order + 1).tolist(),
        "groups": [[words, count] for words, count, _ in groups],
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def alike(data: Mapping[str, Any], *, key: str) -> None:
    """Draw it; which row is lit is the browser's own matter."""
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data))
