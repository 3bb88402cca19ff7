"""Run patch-based image classifiers step by step, also with shuffled patches.

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
    FIRST,
    GRID,
    LETTERS,
    NAMES,
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
Order = Sequence[int]  # the patch at each position
IN_ORDER: Final = tuple(range(TOKENS))


@dataclass(frozen=True)
class Part:
    """Parameters of one part of a network: its name, the sum as a formula, the total."""

    name: str
    formula: str
    count: int


@dataclass(frozen=True)
class Letter:
    """A written letter with its probability, and `looks`, its heads' mean attention, (S,).

    `rival` is the likeliest other letter ("" for the end of the name) with its probability.
    """

    letter: str
    p: float
    rival: tuple[str, float]
    looks: Floats


class Pictures:
    """The networks of a folder. Raises CheckpointError if one is missing or damaged."""

    def __init__(self, folder: Path) -> None:
        self.facts: Mapping[str, Any] = read_facts(folder)
        self._networks = {name: load_network(folder, name) for name in self.facts["networks"]}

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the networks."""
        return tuple(self._networks)

    def parts(self, name: str) -> tuple[Part, ...]:
        """Return the parameters part by part, in forward order."""
        return tuple(
            Part(part, _sum_of_shapes(list(module.parameters())), _count(module))
            for part, module in _parts(self._networks[name])
        )

    def read(self, name: str, picture_YX: Floats, order: Order = IN_ORDER) -> dict[str, Floats]:
        """Run a pass on patches in `order`; return its trace without batch axis, and `probs` (10,).

        Positional encodings are not reordered.
        """
        trace = Trace()
        logits = self._logits(self._networks[name], picture_YX, order, trace)
        trace("probs", logits.softmax(dim=-1))
        return {key: tensor[0].numpy() for key, tensor in trace.tensors.items()}

    def rewired(self, name: str, picture_YX: Floats, order: Order) -> float:
        """Reorder the patches and the hidden layer's weight blocks alike; return the max |change|.

        The change of the logits is 0 except for rounding. Only for networks whose dense layers
        take all patches concatenated.
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
    """Return the random patch order of this seed; 0 is the identity."""
    if number == 0:
        return IN_ORDER
    return tuple(np.random.default_rng(number).permutation(TOKENS).tolist())


def spelled(reading: Mapping[str, Floats]) -> list[Letter]:
    """Return the likeliest name that a speller wrote, from its `Pictures.read`."""
    probs_TV = np.exp(reading["log_probs"])
    looks_TS = reading["decoder.cross_attn.weights"].mean(axis=0)
    found = []
    for at, letter in enumerate(NAMES[int(reading["logits"].argmax())]):
        place = FIRST + LETTERS.index(letter)
        other = int(np.where(np.arange(probs_TV.shape[-1]) == place, 0, probs_TV[at]).argmax())
        rival = LETTERS[other - FIRST] if other >= FIRST else ""
        p, less = (float(probs_TV[at, one]) for one in (place, other))
        found.append(Letter(letter, p, (rival, less), looks_TS[at]))
    return found


def _parts(network: Network) -> list[tuple[str, nn.Module]]:
    """List the modules with parameters, with "layers" and "head" split into their children."""
    modules: list[tuple[str, nn.Module]] = []
    for name, module in network.named_children():
        below = list(module.named_children()) if name in ("layers", "head") else [("", module)]
        modules += [(f"{name}.{child}".rstrip("."), part) for child, part in below]
    return [(name, module) for name, module in modules if _count(module)]


def _count(module: nn.Module) -> int:
    return sum(parameter.numel() for parameter in module.parameters())


def _sum_of_shapes(parameters: Sequence[Tensor]) -> str:
    """Write shapes as a sum: "3 · (16 · 64 + 64) + 64 · 16 + 16"."""
    pairs: list[str] = []
    for tensor in parameters:
        sizes = " · ".join(str(size) for size in reversed(tensor.shape))
        if tensor.dim() == 1 and pairs and "+" not in pairs[-1]:
            pairs[-1] += f" + {sizes}"  # a bias belongs to the matrix before it
        else:
            pairs.append(sizes)
    runs = [(pair, len(list(same))) for pair, same in groupby(pairs)]
    return " + ".join(pair if times == 1 else f"{times} · ({pair})" for pair, times in runs)
