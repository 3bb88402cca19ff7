"""The residual stream of a stack: its states, and the update that each sub-layer adds.

Shape suffixes: N states, P positions, D d_model. State 0 is the embedded tokens, followed by one
per sub-layer. Post-norm: x' = LayerNorm(x + F(x)). Pre-norm: x' = x + F(LN(x)).
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
    """States and updates of one stack, in float64: sum = state + update.

    `states` (N, P, D), `sums` and `updates` (N - 1, P, D). `places[n]` is the (layer from 0,
    sub-layer) that produced state n; state 0 is EMBED.
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
    """Name the residual connection of a sub-layer, e.g. "decoder.0.add2" for cross_attn."""
    return f"{stack}.{layer}.add{SUBLAYERS[stack].index(sublayer) + 1}"


def norm_input(stack: str, layer: int, sublayer: str, norm: str) -> str:
    """Name the traced input of a sub-layer's norm.

    With `norm` "post" it is the sum after the sub-layer, otherwise the stream's state before it.
    """
    if norm == "post":
        return f"{add_name(stack, layer, sublayer)}.sum"
    places = [EMBED, *((at, part) for at in range(layer + 1) for part in SUBLAYERS[stack])]
    before = places[places.index((layer, sublayer)) - 1]
    return f"{stack}.embed" if before == EMBED else f"{add_name(stack, *before)}.sum"


def stream(trace: Trace, stack: str, norm: str) -> Stream:
    """Extract one stack's residual stream from a trace; `norm` is "post" or "pre"."""
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
