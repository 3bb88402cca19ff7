"""A finished model trained on for a few steps with one batch, on a copy: every token as it changes.

Shape suffixes: B pairs, T target positions, S states (before the first step and after each),
N target tokens of all pairs one after the other, K candidates of a token, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor
from torch.optim import Adam

from explainer.analysis.weight_gradients import IdPair, Ids
from explainer.model.device import without_compiler
from explainer.model.ids import BOS, PAD
from explainer.model.masks import pad
from explainer.model.transformer import Transformer


@dataclass(frozen=True)
class BatchSteps:
    """`losses` (S, N) of the wanted tokens and `flat` (S, N), the mean over the vocabulary of
    -log p, in nats; `given` (S, N, K) the probabilities of the candidates; `moved` (S - 1,), how
    far a step takes a weight, the mean over all of them."""

    losses: NDArray[np.float64]
    flat: NDArray[np.float64]
    given: NDArray[np.float64]
    moved: NDArray[np.float64]


def train_batch(
    model: Transformer,
    pairs: Sequence[IdPair],
    candidates_NK: Sequence[Ids],
    steps: int,
    rate: float,
    smoothing: float,
    clip: float,
) -> BatchSteps:
    """All pairs in every step, without dropout, with Adam (0.9, 0.98, 1e-9) at a constant rate.

    The first candidate of a token is the wanted one. The model itself stays as it is. Does not run
    under inference mode.
    """
    model = deepcopy(model).requires_grad_(True)
    source_BS, target_BT = (pad([pair[side] for pair in pairs]) for side in (0, 1))
    fed_BT = F.pad(target_BT, (1, -1), value=BOS)
    real_BT, candidates = target_BT != PAD, torch.tensor(candidates_NK)
    states, moved = [], []
    with torch.enable_grad(), without_compiler():
        parameters = list(model.parameters())
        # One each, so that of their gradients and of what they were no second one is kept.
        optimizers = [Adam([one], lr=rate, betas=(0.9, 0.98), eps=1e-9) for one in parameters]
        for step in range(steps + 1):
            logits_NV = model(source_BS, fed_BT)[real_BT]
            states.append(_state(logits_NV.detach().double(), candidates))
            if step == steps:
                break
            loss = F.cross_entropy(logits_NV, target_BT[real_BT], label_smoothing=smoothing)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, clip)
            way = sum(map(_step, parameters, optimizers))
            moved.append(way / sum(one.numel() for one in parameters))
    losses, flat, given = (np.array(values) for values in zip(*states, strict=True))
    return BatchSteps(losses, flat, given, np.array(moved))


def _state(logits_NV: Tensor, candidates_NK: Tensor) -> tuple[NDArray[np.float64], ...]:
    """Losses, their mean over the vocabulary, and the probabilities of the candidates."""
    logs_NV = logits_NV.log_softmax(-1)
    logs_NK = logs_NV.gather(1, candidates_NK)
    return (-logs_NK[:, 0]).numpy(), (-logs_NV.mean(-1)).numpy(), logs_NK.exp().numpy()


def _step(parameter: Tensor, optimizer: Adam) -> float:
    """How far all its weights go together; its gradient is gone then."""
    before = parameter.detach().clone()
    optimizer.step()
    optimizer.zero_grad()
    return float(before.sub_(parameter.detach()).abs_().sum())
