"""What networks that read pictures as patches say of one, step by step, and of its patches moved.

Shape suffixes: Y rows, X columns of pixels; S patches, P pixels of a patch, D d_model, H heads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from explainer.model.trace import NO_TRACE, NoTrace, Trace
from explainer.model.vision import (
    GRID,
    PATCH,
    SIDE,
    TOKENS,
    Network,
    load_network,
    read_facts,
    to_patches,
)

__all__ = ["GRID", "PATCH", "SIDE", "TOKENS", "Part", "Pictures"]

Floats = NDArray[np.float32]
Order = Sequence[int]  # which patch stands in each place
IN_ORDER: Final = tuple(range(TOKENS))


@dataclass(frozen=True)
class Part:
    """Parameters of one part of a network: its name, the sum written out, the sum."""

    name: str
    written: str
    count: int


class Pictures:
    """The networks of a folder. Raises CheckpointError where one is missing or damaged."""

    def __init__(self, folder: Path) -> None:
        self.facts: Mapping[str, Any] = read_facts(folder)
        self._networks = {name: load_network(folder, name) for name in self.facts["networks"]}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._networks)

    def parts(self, name: str) -> tuple[Part, ...]:
        """The parameters, part by part in the order in which a picture passes them."""
        return tuple(
            Part(part, _sum_of_shapes(list(module.parameters())), _count(module))
            for part, module in _parts(self._networks[name])
        )

    def read(self, name: str, picture_YX: Floats, order: Order = IN_ORDER) -> dict[str, Floats]:
        """Every step of a pass by name, without the axis of the batch; and `probs` (10,).

        The patches come in `order`, the network knows nothing of it.
        """
        trace = Trace()
        logits = self._logits(self._networks[name], picture_YX, order, trace)
        trace("probs", logits.softmax(dim=-1))
        return {key: tensor[0].numpy() for key, tensor in trace.tensors.items()}

    def rewired(self, name: str, picture_YX: Floats, order: Order) -> float:
        """The largest change of a logit when the patches come in `order` and the weights of the
        hidden layer, a block for every place, are put into the same order: 0 but for rounding.

        Only for networks that begin the dense layers with all patches side by side.
        """
        network = deepcopy(self._networks[name])
        hidden = network.get_submodule("head.hidden")
        assert isinstance(hidden, nn.Linear)
        blocks_NSD = hidden.weight.unflatten(-1, (TOKENS, -1))
        hidden.weight = nn.Parameter(blocks_NSD[:, list(order)].flatten(-2), requires_grad=False)
        before = self._logits(self._networks[name], picture_YX, IN_ORDER)
        return float((self._logits(network, picture_YX, order) - before).abs().max())

    @torch.inference_mode()
    def _logits(
        self, network: Network, picture_YX: Floats, order: Order, trace: NoTrace = NO_TRACE
    ) -> Tensor:
        patches_SP = to_patches(torch.from_numpy(np.array(picture_YX, dtype=np.float32)))
        logits: Tensor = network(patches_SP[list(order)][None], trace)
        return logits


def shuffled(number: int) -> tuple[int, ...]:
    """The order of the patches with this number; 0 leaves all in place."""
    if number == 0:
        return IN_ORDER
    return tuple(np.random.default_rng(number).permutation(TOKENS).tolist())


def _parts(network: Network) -> list[tuple[str, nn.Module]]:
    """Layers and dense layers one by one, all else as it is; what has no parameters is left out."""
    modules: list[tuple[str, nn.Module]] = []
    for name, module in network.named_children():
        below = list(module.named_children()) if name in ("layers", "head") else [("", module)]
        modules += [(f"{name}.{child}".rstrip("."), part) for child, part in below]
    return [(name, module) for name, module in modules if _count(module)]


def _count(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


def _sum_of_shapes(parameters: Sequence[Tensor]) -> str:
    """Shapes as a sum: "3 · (16 · 64 + 64) + 64 · 16 + 16"."""
    pairs: list[str] = []
    for tensor in parameters:
        sizes = " · ".join(str(size) for size in reversed(tensor.shape))
        if tensor.dim() == 1 and pairs and "+" not in pairs[-1]:
            pairs[-1] += f" + {sizes}"  # a bias belongs to the matrix before it
        else:
            pairs.append(sizes)
    runs = [(pair, len(list(same))) for pair, same in groupby(pairs)]
    return " + ".join(pair if times == 1 else f"{times} · ({pair})" for pair, times in runs)
