"""Data of the attention-cell drawing: its vectors, its row, the weights of its head."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from explainer.drawings import rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from explainer.analysis.cell_steps import CellSteps
    from explainer.analysis.sublayer import Arrays, Floats
    from explainer.chapters.cell.state import CellChoice

LEVELS: Final = 127  # a weight travels as a whole number -127..127
SATURATED: Final = 98  # percentile of |weight| that gets the full colour: the largest few are far
VECTORS: Final = ("x", "memory", "q", "k", "dots", "scores", "weights", "values", "head_out")
# By the step that first has it, what a learner who stands before that step is not told.
SINCE: Final[Mapping[str, int]] = {
    **{"dots": 5, "scores": 5, "weights": 5, "map": 5},
    **{"values": 6, "head_out": 7, "concat": 8, "out": 9, "own": 9},
}
OWN: Final[Mapping[str, int]] = {"dots": 2, "scores": 3}  # the same of the cell's own


def cell_data(
    steps: CellSteps, parameters: Arrays, weights: NDArray[np.floating], choice: CellChoice
) -> dict[str, Any]:
    """Return all steps at once, so that playing needs no server; `weights` (Q, K) of the head."""
    mine = slice(steps.first, steps.first + len(steps.q))

    def part(name: str, kind: str) -> Floats:
        return parameters[f"{name}_proj.{kind}"][mine].astype(np.float64)

    matrices = {name: part(name, "weight") for name in "qkv"}
    matrices["o"] = parameters["out_proj.weight"][:, mine].T.astype(np.float64)
    made = {"q": steps.x, "k": steps.memory, "v": steps.memory}
    return {
        **{name: rounded(getattr(steps, name)) for name in (*VECTORS, "concat", "out")},
        **asdict(steps.place),
        "allowed": steps.allowed.tolist(),
        "own": rounded(steps.head_out @ matrices["o"]),
        "W": {name: quantise(matrix) for name, matrix in matrices.items()},
        "sums": {name: rounded(matrices[name] @ vector) for name, vector in made.items()},
        "biases": {name: rounded(part(name, "bias")) for name in made},
        "map": rounded(weights),
        "kind": choice.kind,
        "tokens": list(choice.keys),
        "names": list(choice.names),
        "crumbs": [asdict(crumb) for crumb in choice.crumbs],
    }


def quantise(matrix: Floats) -> dict[str, Any]:
    """Quantise a matrix to integers of a `unit`; a row per output (in W_O per input) dimension."""
    unit = (float(np.abs(matrix).max()) or 1.0) / LEVELS
    # Half a unit goes away from zero, as in cellsteps_data.js.
    rows = np.copysign(np.floor(np.abs(matrix, dtype=float) / unit + 0.5), matrix).astype(int)
    full = float(np.percentile(np.abs(rows), SATURATED)) or LEVELS
    return {"rows": rows.tolist(), "unit": unit, "full": full}


def blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """Hide the answer: replace the numbers of later steps by zeros."""
    at, column = data["at"]["stage"], data["column"]
    later = {name: _zeros(data[name]) for name, since in SINCE.items() if since > at}
    for name in later.keys() & {own for own, since in OWN.items() if since <= at}:
        later[name][column] = data[name][column]
    untold = dict.fromkeys(("expression", "result", "line"), "")
    stages = [
        line if step <= at else {**line, **untold} for step, line in enumerate(data["stages"])
    ]
    if at < SINCE["values"]:
        later |= {name: {**data[name], "v": _zeros(data[name]["v"])} for name in ("sums", "biases")}
    known = {"plays": False, "blank": True, "stages": stages, "offers": list(data["tokens"])}
    return {**data, **later, **known}


def _zeros(value: Any) -> Any:
    return [_zeros(one) for one in value] if isinstance(value, list) else 0
