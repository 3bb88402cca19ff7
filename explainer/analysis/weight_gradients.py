"""Train a copy of a finished model for a few steps and record the gradients of some weights.

Shape suffixes: T steps, W watched weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray

from explainer.model.config import ModelConfig
from explainer.model.device import without_compiler
from explainer.model.ids import BOS
from explainer.model.transformer import Transformer

Ids = tuple[int, ...]
IdPair = tuple[Ids, Ids]


@dataclass(frozen=True)
class WatchedWeight:
    """A single weight: its parameter's name and its index in it."""

    name: str
    place: tuple[int, ...]


@dataclass(frozen=True)
class Course:
    """The record of a training run.

    `gradients` (W, T) before clipping, `starts` (W,) the weights before the first step, `norms`
    (T,) of the gradient of all parameters, `losses` (T,) with label smoothing, in nats per token.
    """

    gradients: NDArray[np.float64]
    starts: NDArray[np.float64]
    norms: NDArray[np.float64]
    losses: NDArray[np.float64]


def weights_to_watch(config: ModelConfig, token: int) -> dict[str, WatchedWeight]:
    """Return four weights of different kinds to watch; `token` is a row of the embedding matrix."""
    last = config.n_decoder_layers - 1
    return {
        "cross": WatchedWeight(f"decoder.{last}.cross_attn.v_proj.weight", (0, 0)),
        "ffn": WatchedWeight(f"decoder.{last}.ffn.contract.weight", (0, 1)),
        "norm": WatchedWeight(f"decoder.{last}.add3.norm.weight", (0,)),
        "embedding": WatchedWeight("matrix", (token, 0)),
    }


def train_on(
    model: Transformer,
    pairs: Sequence[IdPair],
    watched: Sequence[WatchedWeight],
    steps: int,
    rate: float,
    smoothing: float,
    clip: float,
) -> Course:
    """Train a copy, one pair per step in turn, no dropout, Adam (0.9, 0.98, 1e-9), constant rate.

    Does not work under inference mode.
    """
    model = deepcopy(model).requires_grad_(True)
    parameters = dict(model.named_parameters())
    starts = [float(parameters[weight.name][weight.place].detach()) for weight in watched]
    gradients, norms, losses = [], [], []
    with torch.enable_grad(), without_compiler():
        optimizer = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.98), eps=1e-9)
        for step in range(steps):
            source, target = pairs[step % len(pairs)]
            logits_TV = model(torch.tensor([source]), torch.tensor([(BOS, *target[:-1])]))[0]
            loss = F.cross_entropy(logits_TV, torch.tensor(target), label_smoothing=smoothing)
            optimizer.zero_grad()
            loss.backward()
            grads = {weight.name: parameters[weight.name].grad for weight in watched}
            gradients.append([_entry(grads[weight.name], weight.place) for weight in watched])
            norms.append(float(torch.nn.utils.clip_grad_norm_(model.parameters(), clip)))
            losses.append(float(loss.detach()))
            optimizer.step()
    return Course(
        np.array(gradients, dtype=np.float64).T, np.array(starts), np.array(norms), np.array(losses)
    )


def _entry(gradient: torch.Tensor | None, place: tuple[int, ...]) -> float:
    return 0.0 if gradient is None else float(gradient[place])
