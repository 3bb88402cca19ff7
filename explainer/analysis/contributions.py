"""A written piece's logit as a sum: what each part of the decoder put into it.

The decoder's last vector is made by adding and normalising, nothing else (the sub-layers add). With
every layer norm frozen at the mean and deviation it had in this run it is a linear map, so each
addend can be followed to the end on its own: LN(a + b) = (a - mean a) gamma / sigma
+ (b - mean b) gamma / sigma + beta. The dot product with the piece's embedding then is its part of
the logit, and the parts sum to the logit (the direct attribution of Elhage et al. 2021).

Shape suffixes: T written tokens, D d_model, V vocabulary, N parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.model.names import SUBLAYERS

EPSILON: Final = 1e-5  # of torch.nn.LayerNorm
PARTS: Final = SUBLAYERS["decoder"]
Arrays = Mapping[str, NDArray[np.floating]]
Floats = NDArray[np.float64]
LayerPart = tuple[int, str]  # layer, or -1 for what belongs to none; and the part

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "source": ("cross_attn",),
    "prefix": ("tokens", "positions", "self_attn"),
    "ffn": ("ffn",),
    "offsets": ("offsets",),
}


@dataclass(frozen=True)
class Parts:
    """`values` (T, N): what part n put into the number asked for, at every step."""

    places: tuple[LayerPart, ...]
    values: Floats

    def totals(self) -> Floats:
        """(T,)"""
        total: Floats = self.values.sum(axis=1)
        return total

    def group(self, name: str) -> Floats:
        """(T,): all parts of "source", "prefix", "ffn" or "offsets"."""
        columns = [n for n, (_, part) in enumerate(self.places) if part in GROUPS[name]]
        total: Floats = self.values[:, columns].sum(axis=1)
        return total


def contributions(
    trace: Arrays, decoder: Arrays, direction_TD: NDArray[np.floating], final: Arrays | None = None
) -> Parts:
    """The parts of output . direction at every step.

    `decoder` holds its parameters ("0.add1.norm.weight", ...). `direction_TD`: row t is the
    embedding of the piece written at step t, or a difference of two embeddings. `final` are weight
    and bias of a pre-norm model's last norm, None for a post-norm model.
    """
    followed: dict[LayerPart, Floats] = {
        (-1, part): trace[f"decoder.{part}"].astype(np.float64) for part in ("tokens", "positions")
    }
    offsets = np.zeros_like(followed[-1, "tokens"])
    layer = 0
    while f"decoder.{layer}.add1.sum" in trace:
        for number, part in enumerate(PARTS, start=1):
            followed[layer, part] = trace[f"decoder.{layer}.{part}.out"].astype(np.float64)
            if final is None:
                add = f"{layer}.add{number}"
                offsets = _through(
                    followed,
                    offsets,
                    trace[f"decoder.{add}.sum"],
                    decoder[f"{add}.norm.weight"],
                    decoder[f"{add}.norm.bias"],
                )
        layer += 1
    if final is not None:
        last = trace[f"decoder.{layer - 1}.add{len(PARTS)}.sum"]
        offsets = _through(followed, offsets, last, final["weight"], final["bias"])
    followed[-1, "offsets"] = offsets
    wanted = direction_TD.astype(np.float64)
    values = np.stack([(vector * wanted).sum(axis=-1) for vector in followed.values()], axis=1)
    return Parts(tuple(followed), values)


def _through(
    followed: dict[LayerPart, Floats],
    offsets: Floats,
    total: NDArray[np.floating],
    gamma_D: NDArray[np.floating],
    beta_D: NDArray[np.floating],
) -> Floats:
    """All addends through a norm whose deviation is that of their recorded sum; the offsets."""
    deviation = np.sqrt(total.astype(np.float64).var(axis=-1, keepdims=True) + EPSILON)

    def carried(vector: Floats) -> Floats:
        centred = vector - vector.mean(axis=-1, keepdims=True)
        return centred / deviation * gamma_D.astype(np.float64)

    for place, vector in followed.items():
        followed[place] = carried(vector)
    return carried(offsets) + beta_D.astype(np.float64)
