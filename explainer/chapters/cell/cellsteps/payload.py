"""What the drawing of a cell gets: rounded numbers, finished words, colours of the palette."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.cell_steps import CellSteps
from explainer.analysis.sublayer import Arrays
from explainer.chapters.cell.cellsteps.matrices import (
    DIGITS,
    head_weights,
    matrices,
    packed_map,
    rounded,
)
from explainer.charts.palette import (
    GREYS,
    PALETTE,
    blend,
    colours_of,
    contrast,
    ink_on,
    shade,
    theme,
)
from explainer.components.shared import plain
from explainer.text.numbers import decimal

COLOURS: Final = (
    *GREYS,
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
    "correct_text",
    "error_text",
    "seq0",
    "seq1",
    "div_minus",
    "div_zero",
    "div_plus",
)
SIDES: Final[Mapping[str, Mapping[str, str]]] = {
    "encoder": {"query": "source", "key": "source"},
    "decoder": {"query": "target", "key": "target"},
    "cross": {"query": "target", "key": "source"},
}


@dataclass(frozen=True)
class StageLine:
    """One step: its name, the numbers of the cell in it, and a sentence."""

    name: str
    expression: str
    result: str
    line: str


@dataclass(frozen=True)
class Crumb:
    """One part of the cell's address: what is chosen as the reader sees it, and the options."""

    name: str
    label: str
    shown: str
    options: tuple[str, ...]
    at: int


@dataclass(frozen=True)
class CellPlace:
    """Where the cell lies and what stands round it in words."""

    kind: str
    crumbs: Sequence[Crumb]
    pieces: Sequence[str]  # of the keys
    names: tuple[str, str]  # of the query and of the key


def diverging(value: float, limit: float, dark: bool) -> tuple[str, str]:
    """Fill and ink of a signed number on the diverging scale with the domain -limit..limit."""
    colours = PALETTE[theme(dark)]
    share = float(np.clip(abs(value) / limit, 0.0, 1.0)) if limit else 0.0
    end = colours["div_plus" if value >= 0 else "div_minus"]
    fill = blend(colours["panel"], end, share)
    inks = (colours["on_low"], colours["on_high"])
    return fill, max(inks, key=lambda ink: contrast(fill, ink))


def cell_payload(
    steps: CellSteps,
    parameters: Arrays,
    weights: NDArray[np.floating],
    place: CellPlace,
    *,
    stage: int,
    plays: bool,
    dim: int,
    stages: Sequence[StageLine],
    groups: Sequence[int],
    words: Mapping[str, str],
    dark: bool,
) -> dict[str, Any]:
    """Data of the component. `weights` (Q, K) are the head's; `plays`: by itself when first seen.
    `groups` are how many steps stand together on the rail.

    All ten steps travel at once, so that playing asks nothing of the server; what the reader has
    not come to is not drawn.
    """
    return {
        "stage": stage,
        "plays": plays,
        "dim": dim,
        "row": steps.place.row,
        "column": steps.place.column,
        "index": steps.place.head,
        "n_heads": len(steps.concat) // len(steps.q),
        "x": rounded(steps.x),
        "m": rounded(steps.memory),
        "q": rounded(steps.q),
        "k": rounded(steps.k),
        "product": rounded(steps.products),
        "dot": round(steps.dot, DIGITS),
        "root": round(steps.root, DIGITS),
        "score": round(steps.score, DIGITS),
        "dots": rounded(steps.dots),
        "scores": rounded(steps.scores),
        "pieces": list(place.pieces),
        "names": dict(zip(("query", "key"), place.names, strict=True)),
        "lines": _lines(steps, dark),
        "allowed": [bool(one) for one in steps.allowed],
        "weights": rounded(steps.weights),
        "values": [rounded(value) for value in steps.values],
        "value_limit": float(np.abs(steps.values).max()) or 1.0,
        "head": rounded(steps.head_out),
        "all": rounded(steps.concat),
        "out": rounded(steps.out),
        **matrices(steps, head_weights(steps, parameters)),
        "map": packed_map(weights),
        "crumbs": [plain(crumb) for crumb in place.crumbs],
        "sides": dict(SIDES[place.kind]),
        "stages": [plain(line) for line in stages],
        "groups": list(groups),
        "words": dict(words),
        "colours": colours_of(dark, COLOURS),
    }


# By the step that first has it, what a learner who stands before that step is not told.
SINCE: Final[Mapping[str, int]] = {
    **{"product": 1, "dot": 2, "dots": 5, "score": 3, "scores": 5, "weights": 5},
    **{"map": 5, "values": 6, "value_limit": 6, "head": 7, "all": 8, "out": 9, "own": 9},
}


MASK: Final = 4  # the step from which on the cell's own score stands in the row


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """What is known up to the step that stands; of later ones zeros."""
    at = data["stage"]
    later = {name: _zeros(data[name]) for name, since in SINCE.items() if since > at}
    if at < SINCE["weights"]:
        untold = {"text": "", "fill": "", "ink": ""}
        masked = [
            cell if at >= MASK and key == data["column"] else untold
            for key, cell in enumerate(data["lines"]["masked"])
        ]
        later["lines"] = {"masked": masked, "weights": [untold] * len(masked)}
    sums, biases = ({**data[name]} for name in ("sums", "biases"))
    if at < SINCE["values"]:
        sums["v"], biases["v"] = _zeros(sums["v"]), _zeros(biases["v"])
    stages = [
        line if step <= at else {**line, "expression": "", "result": "", "line": ""}
        for step, line in enumerate(data["stages"])
    ]
    words = {**data["words"], "ask": "", "how": ""}
    offers = list(data["pieces"])
    known = {
        "plays": False,
        "offers": offers,
        "stages": stages,
        "sums": sums,
        "biases": biases,
        "words": words,
    }
    return {**data, **later, **known}


def _zeros(value: Any) -> Any:
    if isinstance(value, Mapping):  # a packed map
        return packed_map(np.zeros((value["rows"], value["columns"])))
    return [_zeros(one) for one in value] if isinstance(value, list) else 0


def _lines(steps: CellSteps, dark: bool) -> dict[str, list[dict[str, Any]]]:
    """The cells of the row with their colours: scores after the mask, and weights."""
    masked = np.where(steps.allowed, steps.scores, -np.inf)
    weights = [
        {"text": f"{weight:.3f}", "fill": shade(weight, dark), "ink": ink_on(weight, dark)}
        for weight in map(float, steps.weights)
    ]
    return {"masked": _signed_cells(masked, dark), "weights": weights}


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
