"""The tensors of a pass in the memo, computed again when asked for after eviction.

A class has a hundred passes open, of 2 to 15 MB each. Those asked for last stay; of the others the
recipe stays, and the same pass gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final
from weakref import ref

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explainer.engine.door import OPEN, Door
from explainer.engine.memo import MEMO, Memo

Arrays = Mapping[str, NDArray[np.float32]]

# Two tables over the whole vocabulary that the logits hold already.
MADE: Final = ("log_probs", "probs")
# What another tensor of its part holds already, a fifth of a pass; no intervention reaches it.
HELD: Final = {"act": "pre", "concat": "heads"}


def to_arrays(tensors: Mapping[str, Tensor]) -> dict[str, NDArray[np.float32]]:
    """Batch axis off, on the CPU, read-only; masks stay boolean, all else float32."""
    arrays: dict[str, NDArray[np.float32]] = {}
    for name, tensor in tensors.items():
        array = np.asarray(tensor.numpy(force=True)[0], order="C")
        array.setflags(write=False)
        arrays[name] = array
    return arrays


def holder_of(name: str) -> str:
    """The tensor that has the numbers of this one, "" where none has."""
    part, _, last = name.rpartition(".")
    return f"{part}.{HELD[last]}" if last in HELD else ""


def held(name: str, arrays: Arrays) -> NDArray[np.float32]:
    """The tensor `name` of the one that has its numbers: ReLU, or heads (H, Q, E) as (Q, D)."""
    source = arrays[holder_of(name)]
    is_act = name.endswith("act")
    made = np.maximum(source, 0) if is_act else source.swapaxes(0, 1).reshape(source.shape[1], -1)
    made.setflags(write=False)
    return made


def size_of(arrays: Arrays) -> int:
    return sum(array.nbytes for array in arrays.values())


class Recorded(Mapping[str, NDArray[np.float32]]):
    """Every tensor of a pass by name, (T, V) and so on without the batch axis, read-only.

    `run` is the pass: called now, and again when somebody asks after its place was taken, each
    time behind `door`. The probabilities are made of the logits each time, and what HELD names of
    what holds it. Equal only to itself.
    """

    def __init__(
        self, run: Callable[[], Mapping[str, Tensor]], door: Door = OPEN, memo: Memo = MEMO
    ) -> None:
        self._run, self._door, self._memo = run, door, memo
        self._names: tuple[str, ...] = ()
        self._arrays()

    __eq__, __hash__ = object.__eq__, object.__hash__

    def _arrays(self) -> Arrays:
        return self._memo.get((Recorded, ref(self)), self._make, size=size_of, door=self._door)

    def _make(self) -> Arrays:
        tensors = {n: t for n, t in self._run().items() if n not in MADE}
        self._names = (*tensors, *MADE)
        return to_arrays({n: t for n, t in tensors.items() if holder_of(n) not in tensors})

    def __getitem__(self, name: str) -> NDArray[np.float32]:
        if name not in self._names:
            raise KeyError(name)
        if name not in MADE:
            arrays = self._arrays()
            return arrays[name] if name in arrays else held(name, arrays)
        with torch.inference_mode():  # the logits are read-only, which torch would warn of
            log_probs_TV = torch.tensor(self._arrays()["logits"]).log_softmax(dim=-1)
            made = log_probs_TV if name == "log_probs" else log_probs_TV.exp_()
        return to_arrays({name: made[None]})[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
