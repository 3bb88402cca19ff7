"""The residual stream: the vectors that run through a stack, and what each sub-layer adds.

Shape suffixes: N states, P positions, D d_model. The first state is the embedded tokens; after it
comes one for each sub-layer. Post-norm: x' = LayerNorm(x + F(x)). Pre-norm: x' = x + F(LN(x)).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.model.names import SUBLAYERS

Trace = Mapping[str, NDArray[np.floating]]
EMBED: Final = (-1, "embed")


@dataclass(frozen=True)
class Stream:
    """`places[n]` is (layer from 0, sub-layer) that made state n; state 0 is EMBED.

    `states` (N, P, D), `sums` and `updates` (N - 1, P, D) in float64: sum = state + update.
    """

    places: tuple[tuple[int, str], ...]
    states: NDArray[np.float64]
    sums: NDArray[np.float64]
    updates: NDArray[np.float64]

    def norms(self) -> NDArray[np.float64]:
        """|x| of every state and position, (N, P)."""
        return np.linalg.norm(self.states, axis=-1)

    def update_norms(self) -> NDArray[np.float64]:
        """|F(x)|, (N - 1, P)."""
        return np.linalg.norm(self.updates, axis=-1)

    def sum_norms(self) -> NDArray[np.float64]:
        """|x + F(x)| before any norm, (N - 1, P)."""
        return np.linalg.norm(self.sums, axis=-1)


def add_name(stack: str, layer: int, sublayer: str) -> str:
    """The residual connection of a sub-layer: "decoder.0.add2" belongs to cross_attn."""
    return f"{stack}.{layer}.add{SUBLAYERS[stack].index(sublayer) + 1}"


def norm_input(stack: str, layer: int, sublayer: str, norm: str) -> str:
    """The traced vectors that the norm of a sub-layer takes: the sum after it where `norm` is
    "post", else the state of the stream before it.
    """
    if norm == "post":
        return f"{add_name(stack, layer, sublayer)}.sum"
    places = [EMBED, *((at, part) for at in range(layer + 1) for part in SUBLAYERS[stack])]
    before = places[places.index((layer, sublayer)) - 1]
    return f"{stack}.embed" if before == EMBED else f"{add_name(stack, *before)}.sum"


def stream(trace: Trace, stack: str, norm: str) -> Stream:
    """Read one stack's stream from a trace; `norm` is "post" or "pre"."""
    places: list[tuple[int, str]] = [EMBED]
    states, sums, updates = [trace[f"{stack}.embed"]], [], []
    layer = 0
    while f"{stack}.{layer}.add1.sum" in trace:
        for sublayer in SUBLAYERS[stack]:
            add = add_name(stack, layer, sublayer)
            places.append((layer, sublayer))
            sums.append(trace[f"{add}.sum"])
            updates.append(trace[f"{stack}.{layer}.{sublayer}.out"])
            states.append(trace[f"{add}.{'sum' if norm == 'pre' else 'norm'}"])
        layer += 1
    read = (np.stack(arrays).astype(np.float64) for arrays in (states, sums, updates))
    return Stream(tuple(places), *read)
