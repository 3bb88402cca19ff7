"""What attention hands over: the length of weight x value x W_O, not the weight alone.

Kobayashi et al. 2020, "Attention is Not Only a Weight", section 2.2: the output of an attention is
sum_j a_j f(x_j) with f(x) = (x W_V + b_V) W_O, so |a_j f(x_j)| is what token j gives. Of several
heads the vectors are added before their length is taken.

Shape suffixes: T queries, S keys, H heads, E d_head, D d_model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[np.floating]]


@dataclass(frozen=True)
class Handed:
    """`lengths` (T, S) of one head or of all together; `difference`: the largest |difference|
    between all vectors added up, with the bias of W_O, and the recorded output.
    """

    lengths: NDArray[np.float64]
    difference: float

    def shares(self) -> NDArray[np.float64]:
        """Each row divided by its sum, to stand beside weights."""
        total = self.lengths.sum(axis=-1, keepdims=True)
        return self.lengths / np.where(total > 0, total, 1.0)


def handed_over(trace: Arrays, prefix: str, parameters: Arrays, head: int | None = None) -> Handed:
    """For the attention `prefix` ("decoder.2.cross_attn"); `head` None takes all together.

    `parameters` of that attention: "out_proj.weight" (D, D) as (out, in) and "out_proj.bias".
    """
    v_HSE = trace[f"{prefix}.v"].astype(np.float64)
    weights_HTS = trace[f"{prefix}.weights"].astype(np.float64)
    heads, _, width = v_HSE.shape
    w_out = parameters["out_proj.weight"].astype(np.float64)
    w_HED = w_out.T.reshape(heads, width, -1)
    moved_HSD = v_HSE @ w_HED
    together_TSD = np.einsum("hts,hsd->tsd", weights_HTS, moved_HSD)
    out = together_TSD.sum(axis=1) + parameters["out_proj.bias"].astype(np.float64)
    difference = float(np.abs(out - trace[f"{prefix}.out"]).max())
    if head is None:
        return Handed(np.linalg.norm(together_TSD, axis=-1), difference)
    return Handed(weights_HTS[head] * np.linalg.norm(moved_HSD[head], axis=-1), difference)
