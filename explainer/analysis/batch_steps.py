"""Train a copy of a finished model on one batch for a few steps and record every token's loss.

Shape suffixes: B pairs, T target positions, S states (before the first step and after each),
N target tokens of all pairs concatenated, K candidates of a token, V vocabulary, R weights of
a row.
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

WEIGHTS = 48  # of a row that are kept


@dataclass(frozen=True)
class BatchSteps:
    """Losses and probabilities before the first step and after each.

    `losses` (S, N) of the target tokens and `flat` (S, N), the mean of -log p over the vocabulary,
    in nats; `given` (S, N, K) the candidates' probabilities; `rows` (S, N, R) the first weights of
    each target's row of the output matrix; `moved` (S - 1,) the mean absolute change of a weight in
    each step.
    """

    losses: NDArray[np.float64]
    flat: NDArray[np.float64]
    given: NDArray[np.float64]
    rows: NDArray[np.float32]
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
    """Train a copy of the model, on all pairs in every step, without dropout.

    Uses Adam (0.9, 0.98, 1e-9) at a constant learning rate. The first candidate of a token is the
    target. Does not work under inference mode.
    """
    model = deepcopy(model).requires_grad_(True)
    source_BS, target_BT = (pad([pair[side] for pair in pairs]) for side in (0, 1))
    fed_BT = F.pad(target_BT, (1, -1), value=BOS)
    real_BT, candidates = target_BT != PAD, torch.tensor(candidates_NK)
    states, moved = [], []
    with torch.enable_grad(), without_compiler():
        parameters = list(model.parameters())
        # One optimizer per parameter, so only one gradient and one old value is held at a time.
        optimizers = [Adam([weight], lr=rate, betas=(0.9, 0.98), eps=1e-9) for weight in parameters]
        for step in range(steps + 1):
            logits_NV = model(source_BS, fed_BT)[real_BT]
            rows_NR = model.output_matrix.detach()[candidates[:, 0], :WEIGHTS]
            states.append((*_state(logits_NV.detach().double(), candidates), rows_NR.numpy()))
            if step == steps:
                break
            loss = F.cross_entropy(logits_NV, target_BT[real_BT], label_smoothing=smoothing)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, clip)
            distance = sum(map(_step, parameters, optimizers))
            moved.append(distance / sum(weight.numel() for weight in parameters))
    losses, flat, given, rows = (np.array(values) for values in zip(*states, strict=True))
    return BatchSteps(losses, flat, given, rows, np.array(moved))


def _state(logits_NV: Tensor, candidates_NK: Tensor) -> tuple[NDArray[np.float64], ...]:
    """Return the losses, the mean of -log p over the vocabulary, and the candidates' p."""
    logs_NV = logits_NV.log_softmax(-1)
    logs_NK = logs_NV.gather(1, candidates_NK)
    return (-logs_NK[:, 0]).numpy(), (-logs_NV.mean(-1)).numpy(), logs_NK.exp().numpy()


def _step(parameter: Tensor, optimizer: Adam) -> float:
    """Update one parameter, clear its gradient and return the sum of |change| of its weights."""
    before = parameter.detach().clone()
    optimizer.step()
    optimizer.zero_grad()
    return float(before.sub_(parameter.detach()).abs_().sum())
