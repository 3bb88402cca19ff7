"""Cached tensors of a pass, recomputed on access after eviction.

A class has a hundred passes open, of 2 to 15 MB each; only those used last stay in memory.
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

Kept = dict[str, Tensor | NDArray[np.float32]]  # an array from the first time it is asked for

# Two tables over the whole vocabulary that the logits hold already.
MADE: Final = ("log_probs", "probs")
# What another tensor of its part holds already, a fifth of a pass; no intervention reaches it.
HELD: Final = {"act": "pre", "concat": "heads"}


def to_array(tensor: Tensor) -> NDArray[np.float32]:
    """Convert to a read-only CPU array without batch axis; float32, masks stay boolean."""
    array: NDArray[np.float32] = np.asarray(tensor.numpy(force=True)[0], order="C")
    array.setflags(write=False)
    return array


def source_tensor(name: str) -> str:
    """Return the tensor that this one is derived from on access, "" if it is stored itself."""
    part, _, last = name.rpartition(".")
    return f"{part}.{HELD[last]}" if last in HELD else ""


def find_tensor(kept: Kept, name: str) -> NDArray[np.float32]:
    """Return the tensor `name`, stored or derived: ReLU, or heads (H, Q, E) as (Q, D)."""
    found = kept.get(name)
    if isinstance(found, Tensor):
        found = kept[name] = to_array(found)
    if found is None:
        source = find_tensor(kept, source_tensor(name))
        is_act = name.endswith("act")
        wide = (source.shape[1], -1)
        found = np.maximum(source, 0) if is_act else source.swapaxes(0, 1).reshape(wide)
        found.setflags(write=False)
    return found


def arrays_bytes(kept: Mapping[str, Tensor | NDArray[np.float32]]) -> int:
    return sum(one.nbytes for one in kept.values())


class Recorded(Mapping[str, NDArray[np.float32]]):
    """A read-only mapping of a pass's tensors by name, without the batch axis.

    `run` is the pass: called now, and again when somebody asks after its place was taken, each
    time behind `door`. The probabilities are made of the logits each time, and what HELD names of
    what holds it. Equal only to itself.
    """

    def __init__(
        self, run: Callable[[], Mapping[str, Tensor]], door: Door = OPEN, memo: Memo = MEMO
    ) -> None:
        self._run, self._door, self._memo = run, door, memo
        self._names: tuple[str, ...] = ()
        self._kept()

    __eq__, __hash__ = object.__eq__, object.__hash__

    def _kept(self) -> Kept:
        return self._memo.get((Recorded, ref(self)), self._make, size=arrays_bytes, door=self._door)

    def _make(self) -> Kept:
        tensors = {n: t for n, t in self._run().items() if n not in MADE}
        self._names = (*tensors, *MADE)
        return {n: t for n, t in tensors.items() if source_tensor(n) not in tensors}

    def __getitem__(self, name: str) -> NDArray[np.float32]:
        if name not in self._names:
            raise KeyError(name)
        if name not in MADE:
            return find_tensor(self._kept(), name)
        with torch.inference_mode():  # the logits are read-only, which torch would warn of
            log_probs_TV = torch.tensor(self["logits"]).log_softmax(dim=-1)
            made = log_probs_TV if name == "log_probs" else log_probs_TV.exp_()
        return to_array(made[None])

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
