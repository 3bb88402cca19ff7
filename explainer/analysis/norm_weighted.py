"""Norm-weighted attention: the norm of weight x value x W_O instead of the weight alone.

Kobayashi et al. 2020, "Attention is Not Only a Weight", section 2.2: the output of an attention is
sum_j a_j f(x_j) with f(x) = (x W_V + b_V) W_O, so |a_j f(x_j)| is the contribution of token j. For
several heads the vectors are summed before taking the norm.

Shape suffixes: T queries, S keys, H heads, E d_head, D d_model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[np.floating]]


@dataclass(frozen=True)
class Contributions:
    """Contribution norms `lengths` (T, S) of one head or of all heads together.

    `difference` is the largest |difference| between the sum of all contributions, plus the bias of
    W_O, and the recorded output.
    """

    lengths: NDArray[np.float64]
    difference: float

    def shares(self) -> NDArray[np.float64]:
        """Return each row divided by its sum, to compare with the weights."""
        total = self.lengths.sum(axis=-1, keepdims=True)
        return self.lengths / np.where(total > 0, total, 1.0)


def contributions(
    trace: Arrays, prefix: str, parameters: Arrays, head: int | None = None
) -> Contributions:
    """Compute the contributions in attention `prefix` ("decoder.2.cross_attn").

    `head` None combines all heads. `parameters` are those of that attention: "out_proj.weight"
    (D, D) as (out, in) and "out_proj.bias".
    """
    v_HSE = trace[f"{prefix}.v"].astype(np.float64)
    weights_HTS = trace[f"{prefix}.weights"].astype(np.float64)
    heads, _, width = v_HSE.shape
    w_out = parameters["out_proj.weight"].astype(np.float64)
    w_HED = w_out.T.reshape(heads, width, -1)
    projected_HSD = v_HSE @ w_HED
    summed_TSD = np.einsum("hts,hsd->tsd", weights_HTS, projected_HSD)
    out = summed_TSD.sum(axis=1) + parameters["out_proj.bias"].astype(np.float64)
    difference = float(np.abs(out - trace[f"{prefix}.out"]).max())
    if head is None:
        return Contributions(np.linalg.norm(summed_TSD, axis=-1), difference)
    return Contributions(
        weights_HTS[head] * np.linalg.norm(projected_HSD[head], axis=-1), difference
    )
