"""Recompute an attention sub-layer in float64 from its inputs and W_Q, W_K, W_V, W_O.

Queries come from `x`, keys and values from `memory` (arXiv:1706.03762, section 3.2): in
self-attention both are the same, in encoder-decoder attention memory is the encoder's output.
Nothing recorded inside the sub-layer is used, so this checks all of it.

Shape suffixes: Q queries, S keys, D d_model, H heads, E d_head.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Arrays = Mapping[str, NDArray[np.floating]]
Real = TypeVar("Real", bound=np.floating[Any])
PARTS = ("q", "k", "v", "scores", "weights", "heads", "concat", "out")


def inputs_of(trace: Arrays, prefix: str) -> tuple[str, str]:
    """Return the trace names of the inputs of the queries, and of the keys and values.

    A trace is in order of computation, so a sub-layer's input is the tensor recorded just before.
    Raises KeyError for an attention that was not recorded.
    """
    names = list(trace)
    if f"{prefix}.q" not in trace:
        raise KeyError(prefix)
    x = names[names.index(f"{prefix}.q") - 1]
    return x, "memory" if prefix.endswith("cross_attn") else x


@dataclass(frozen=True)
class Sublayer:
    """All tensors of one attention in float64; `scores` are unmasked."""

    x: Floats  # (Q, D)
    memory: Floats  # (S, D)
    mask: NDArray[np.bool_]  # (H, Q, S), True = may attend
    q: Floats  # (H, Q, E)
    k: Floats  # (H, S, E)
    v: Floats  # (H, S, E)
    scores: Floats  # (H, Q, S)
    weights: Floats  # (H, Q, S)
    heads: Floats  # (H, Q, E)
    concat: Floats  # (Q, D)
    out: Floats  # (Q, D)

    @property
    def largest(self) -> float:
        """The largest absolute value from q to the output, as the scale for rounding errors."""
        return max(float(np.abs(getattr(self, part)).max()) for part in PARTS)

    def difference(self, trace: Arrays, prefix: str) -> float:
        """Return the largest |difference| from the recorded tensors of the sub-layer."""
        return max(
            float(np.abs(getattr(self, part) - trace[f"{prefix}.{part}"]).max()) for part in PARTS
        )


def split(x: NDArray[Real], n_heads: int) -> NDArray[Real]:
    """Split into heads, (S, D) -> (H, S, E): head h gets the h-th block of E columns."""
    return x.reshape(x.shape[0], n_heads, -1).transpose(1, 0, 2)


def join(heads: NDArray[Real]) -> NDArray[Real]:
    """Concatenate the heads, (H, S, E) -> (S, D)."""
    return heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)


def project(x: Floats, parameters: Arrays, name: str) -> Floats:
    """Return x W + b with the weights of "q_proj", "k_proj", "v_proj" or "out_proj"."""
    weight, bias = parameters[f"{name}.weight"], parameters[f"{name}.bias"]
    return x @ weight.astype(np.float64).T + bias.astype(np.float64)


def attend(q: Floats, k: Floats, v: Floats, mask: NDArray[np.bool_]) -> tuple[Floats, ...]:
    """Return unmasked scores, weights, and weighted sums of v, for one head or all."""
    scores = q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1])
    masked = np.where(mask, scores, -np.inf)
    raised = np.exp(masked - masked.max(axis=-1, keepdims=True))
    weights = raised / raised.sum(axis=-1, keepdims=True)
    return scores, weights, weights @ v


def recompute(trace: Arrays, prefix: str, parameters: Arrays) -> Sublayer:
    """Recompute sub-layer `prefix` ("decoder.0.cross_attn") from its recorded inputs and mask."""
    query_name, memory_name = inputs_of(trace, prefix)
    x, memory = trace[query_name].astype(np.float64), trace[memory_name].astype(np.float64)
    n_heads = trace[f"{prefix}.q"].shape[0]
    q = split(project(x, parameters, "q_proj"), n_heads)
    k = split(project(memory, parameters, "k_proj"), n_heads)
    v = split(project(memory, parameters, "v_proj"), n_heads)
    mask = trace[f"{prefix}.mask"].astype(bool)
    scores, weights, heads = attend(q, k, v, mask)
    concat = join(heads)
    out = project(concat, parameters, "out_proj")
    return Sublayer(x, memory, mask, q, k, v, scores, weights, heads, concat, out)


def output_with_query_side_keys(sublayer: Sublayer, parameters: Arrays, head: int) -> Floats:
    """Return a head's output (Q, E) with keys and values computed from `x` instead of memory.

    A mistake in a published formula. There are then Q keys, which no mask fits, so none is used.
    """
    n_heads = len(sublayer.q)
    k, v = (
        split(project(sublayer.x, parameters, name), n_heads)[head] for name in ("k_proj", "v_proj")
    )
    everywhere = np.ones((len(sublayer.x), len(sublayer.x)), dtype=bool)
    return attend(sublayer.q[head], k, v, everywhere)[2]
