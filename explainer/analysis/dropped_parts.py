"""A stack of residual sub-layers as a sum over paths, and the model with one or two left out.

Veit, Wilber and Belongie 2016 (arXiv:1605.06431): multiplied out, x + F(x) is a fork. Through N of
them lead 2^N paths, and a path either passes a sub-layer or goes round it. Where one is left out,
F(x) = 0, half of the paths are gone; the sum and its norm stay where they are.

Shape suffixes: R runs, N sub-layers, P positions, T target tokens, D d_model.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explainer.analysis.rerun import target_log_probs
from explainer.analysis.stack import SublayerId
from explainer.model.config import ModelConfig
from explainer.model.ids import BOS
from explainer.model.names import SUBLAYERS
from explainer.model.trace import Edit
from explainer.model.transformer import Transformer

TOGETHER: Final = 16  # runs in one batch: the logits of all are in memory at once


def path_lengths(count: int) -> NDArray[np.int64]:
    """How many of the 2^N paths pass 0, 1, ..., N of N sub-layers, (N + 1,)."""
    return np.array([math.comb(count, passed) for passed in range(count + 1)])


def sublayers_of(config: ModelConfig) -> tuple[SublayerId, ...]:
    """All sub-layers of the model in the order in which they are computed."""
    depths = {"encoder": config.n_encoder_layers, "decoder": config.n_decoder_layers}
    return tuple(
        (stack, layer, part)
        for stack, depth in depths.items()
        for layer in range(depth)
        for part in SUBLAYERS[stack]
    )


@dataclass(frozen=True)
class Lost:
    """What the log-probability of a target loses, in nats: by each sub-layer alone, (N,), and by
    every two of them, in the order of `pairs`. `pieces` is the length of the target.
    """

    sublayers: tuple[SublayerId, ...]
    pieces: int
    whole: float
    one: NDArray[np.float64]
    pairs: tuple[tuple[int, int], ...]
    two: NDArray[np.float64]

    def sums(self) -> NDArray[np.float64]:
        """What each pair would lose if neither knew of the other."""
        return np.array([self.one[a] + self.one[b] for a, b in self.pairs])


def leave_out(
    model: Transformer, source_ids: Sequence[int], target_ids: Sequence[int], two: bool = True
) -> Lost:
    """Leave out every sub-layer and, where `two` is set, every two; `target_ids` (EOS included)
    are teacher-forced. Runs are rows of a batch, so nothing of the model is changed.
    """
    sublayers = sublayers_of(model.config)
    pairs = tuple(combinations(range(len(sublayers)), 2)) if two else ()
    missing: list[tuple[int, ...]] = [(), *((n,) for n in range(len(sublayers))), *pairs]
    keep_RN = torch.ones(len(missing), len(sublayers))
    for row, left_out in enumerate(missing):
        keep_RN[row, list(left_out)] = 0
    batches = keep_RN.to(model.matrix.device).split(TOGETHER)
    log_probs = [_log_probs(model, source_ids, target_ids, sublayers, rows) for rows in batches]
    totals = np.concatenate(log_probs)
    drops = totals[0] - totals[1:]
    one, both = drops[: len(sublayers)], drops[len(sublayers) :]
    return Lost(sublayers, len(target_ids), float(totals[0]), one, pairs, both)


def _log_probs(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    sublayers: Sequence[SublayerId],
    keep_RN: Tensor,
) -> NDArray[np.float64]:
    """Log-probability of the target in each run, (R,)."""
    scaled: dict[str, Edit] = {
        f"{stack}.{layer}.{part}.out": partial(torch.mul, keep_RN[:, n, None, None])
        for n, (stack, layer, part) in enumerate(sublayers)
    }
    fed_ids = (BOS, *target_ids[:-1])
    log_probs_RT = target_log_probs(model, source_ids, fed_ids, target_ids, scaled, len(keep_RN))
    return log_probs_RT.sum(axis=1)
