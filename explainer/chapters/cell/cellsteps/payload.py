"""What the drawing of a cell gets: rounded numbers, finished words, colours of the palette."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.cell_steps import CellSteps
from explainer.charts.palette import PALETTE, blend, ink_on, rgb, shade, theme
from explainer.text.numbers import decimal

COLOURS: Final = (
    "ink",
    "second",
    "third",
    "line",
    "panel",
    "page",
    "primary",
    "mask",
    "weight",
    "weight_text",
    "q",
    "q_text",
    "k",
    "k_text",
    "v",
    "v_text",
    "source",
    "source_text",
    "target",
    "target_text",
)
DIGITS: Final = 4  # decimals that travel; two or three are printed
SIDES: Final[Mapping[str, Mapping[str, str]]] = {
    "encoder": {"query": "source", "key": "source"},
    "decoder": {"query": "target", "key": "target"},
    "cross": {"query": "target", "key": "source"},
}


@dataclass(frozen=True)
class StageLine:
    """One entry of the list beside the bars, its numbers written out."""

    name: str
    expression: str
    result: str


@dataclass(frozen=True)
class CellWords:
    """Finished words; `dim` and `column` have holes that the browser fills."""

    x: str
    m: str
    product: str
    bars: str
    slider: str
    dim: str  # {i} {q} {k} {p}
    row: str
    column: str  # {piece} {weight}
    lines: tuple[str, str, str, str]
    head: str
    concat: str
    out: str
    project: str
    stages: str


def diverging(value: float, limit: float, dark: bool) -> tuple[str, str]:
    """Fill and ink of a signed number on the diverging scale with the domain -limit..limit."""
    colours = PALETTE[theme(dark)]
    share = float(np.clip(abs(value) / limit, 0.0, 1.0)) if limit else 0.0
    end = colours["div_plus" if value >= 0 else "div_minus"]
    fill = blend(colours["panel"], end, share)
    inks = (colours["on_low"], colours["on_high"])
    return fill, max(inks, key=lambda ink: contrast(fill, ink))


def contrast(one: str, other: str) -> float:
    """WCAG contrast of two colours, 1..21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = [c / 255 for c in rgb(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def cell_payload(
    steps: CellSteps,
    *,
    kind: str,
    stage: int,
    dim: int,
    pieces: Sequence[str],
    names: tuple[str, str],
    stages: Sequence[StageLine],
    words: CellWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component. `pieces` are the keys', `names` those of the query and of the key."""
    colours = PALETTE[theme(dark)]
    written = asdict(words)
    titles = written.pop("lines")
    return {
        "stage": stage,
        "dim": dim,
        "column": steps.place.column,
        "index": steps.place.head,
        "n_heads": len(steps.concat) // len(steps.q),
        "x": _round(steps.x),
        "m": _round(steps.memory),
        "q": _round(steps.q),
        "k": _round(steps.k),
        "product": _round(steps.products),
        "pieces": list(pieces),
        "names": dict(zip(("query", "key"), names, strict=True)),
        "lines": [
            {"name": title, "cells": cells}
            for title, cells in zip(titles, _lines(steps, dark), strict=True)
        ],
        "weights": _round(steps.weights),
        "values": [_round(value) for value in steps.values],
        "value_limit": float(np.abs(steps.values).max()) or 1.0,
        "head": _round(steps.head_out),
        "all": _round(steps.concat),
        "out": _round(steps.out),
        "sides": dict(SIDES[kind]),
        "stages": [asdict(line) for line in stages],
        "words": written,
        "colours": {name: colours[name] for name in COLOURS},
    }


def _round(values: NDArray[np.floating]) -> list[float]:
    return [round(float(value), DIGITS) for value in values]


def _lines(steps: CellSteps, dark: bool) -> list[list[dict[str, Any]]]:
    """The four rows of cells: q.k, divided, masked, softmax."""
    masked = np.where(steps.allowed, steps.scores, -np.inf)
    lines = [
        _signed_cells(steps.dots, dark),
        _signed_cells(steps.scores, dark),
        _signed_cells(masked, dark),
    ]
    weights = [
        {"text": f"{weight:.3f}", "fill": shade(weight, dark), "ink": ink_on(weight, dark)}
        for weight in map(float, steps.weights)
    ]
    return [*lines, weights]


def _signed_cells(values: NDArray[np.floating], dark: bool) -> list[dict[str, Any]]:
    """Cells on a diverging scale of their own; what the mask forbids is hatched."""
    finite = values[np.isfinite(values)]
    limit = float(np.abs(finite).max()) if finite.size else 0.0
    cells: list[dict[str, Any]] = []
    for value in map(float, values):
        if np.isinf(value):
            cells.append({"text": decimal(value), "hatched": True})
            continue
        fill, ink = diverging(value, limit, dark)
        cells.append({"text": decimal(value), "fill": fill, "ink": ink})
    return cells
