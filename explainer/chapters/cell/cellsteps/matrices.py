"""The real weights of one head, packed for the drawing: what makes q, k, v of x and m, and W_O.

Shape suffixes: D d_model, E d_head.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.cell_steps import CellSteps
from explainer.analysis.sublayer import Arrays, Floats

DIGITS: Final = 4  # decimals that travel; two or three are printed
LEVELS: Final = 127  # a weight travels as a whole number -127..127
SATURATED: Final = 98  # percentile of |weight| that gets the full colour: the largest few are far


@dataclass(frozen=True)
class HeadWeights:
    """One head's part of the four matrices; a row makes, or in W_O takes, one dimension."""

    q_ED: Floats
    k_ED: Floats
    v_ED: Floats
    o_ED: Floats  # what one number of the head's output adds to each channel
    q_bias_E: Floats
    k_bias_E: Floats
    v_bias_E: Floats


def head_weights(steps: CellSteps, parameters: Arrays) -> HeadWeights:
    """The rows of `parameters` that belong to the head of the cell, in float64."""
    mine = slice(steps.first, steps.first + len(steps.q))

    def rows(name: str) -> Floats:
        return parameters[name][mine].astype(np.float64)

    return HeadWeights(
        q_ED=rows("q_proj.weight"),
        k_ED=rows("k_proj.weight"),
        v_ED=rows("v_proj.weight"),
        o_ED=parameters["out_proj.weight"][:, mine].T.astype(np.float64),
        q_bias_E=rows("q_proj.bias"),
        k_bias_E=rows("k_proj.bias"),
        v_bias_E=rows("v_proj.bias"),
    )


def packed(matrix: NDArray[np.floating]) -> dict[str, Any]:
    """A matrix in a byte a number: `level / 127 * limit`; `full` is where its colour is full."""
    limit = float(np.abs(matrix).max()) or 1.0
    levels = np.rint(matrix / limit * LEVELS).astype(np.int8)
    full = float(np.percentile(np.abs(matrix), SATURATED)) or limit
    return {
        "rows": matrix.shape[0],
        "columns": matrix.shape[1],
        "limit": limit,
        "full": full,
        "levels": b64encode(levels.tobytes()).decode("ascii"),
    }


def matrices(steps: CellSteps, weights: HeadWeights) -> dict[str, Any]:
    """The four matrices, and for q, k and v of this cell the sum of the products and the bias."""
    return {
        "W": {
            "q": packed(weights.q_ED),
            "k": packed(weights.k_ED),
            "v": packed(weights.v_ED),
            "o": packed(weights.o_ED),
        },
        "sums": {
            "q": rounded(weights.q_ED @ steps.x),
            "k": rounded(weights.k_ED @ steps.memory),
            "v": rounded(weights.v_ED @ steps.memory),
        },
        "biases": {
            "q": rounded(weights.q_bias_E),
            "k": rounded(weights.k_bias_E),
            "v": rounded(weights.v_bias_E),
        },
        "own": rounded(steps.head_out @ weights.o_ED),
    }


def rounded(values: NDArray[np.floating]) -> list[float]:
    """As JSON has them."""
    return [round(float(value), DIGITS) for value in values]


def packed_map(weights: NDArray[np.floating]) -> dict[str, Any]:
    """The weights of all rows in two bytes a number: `level / 65535`."""
    levels = np.rint(np.clip(weights, 0.0, 1.0) * 65535).astype("<u2")
    rows, columns = weights.shape
    return {"rows": rows, "columns": columns, "levels": b64encode(levels.tobytes()).decode("ascii")}
