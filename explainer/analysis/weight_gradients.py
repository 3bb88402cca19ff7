"""A finished model trained on for a few steps, on a copy: the gradients of some of its weights.

Shape suffixes: T steps, W weights that are watched.
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
class Watched:
    """A weight: the name of its parameter and its place in it."""

    name: str
    place: tuple[int, ...]


@dataclass(frozen=True)
class Course:
    """`gradients` (W, T) before clipping, `starts` (W,) before the first step, `norms` (T,) of the
    gradient of all parameters together, `losses` (T,) with label smoothing, nats per token."""

    gradients: NDArray[np.float64]
    starts: NDArray[np.float64]
    norms: NDArray[np.float64]
    losses: NDArray[np.float64]


def telling_weights(config: ModelConfig, token: int) -> dict[str, Watched]:
    """Four weights of different kinds, by id; `token` is a row of the embedding matrix."""
    last = config.n_decoder_layers - 1
    return {
        "cross": Watched(f"decoder.{last}.cross_attn.v_proj.weight", (0, 0)),
        "ffn": Watched(f"decoder.{last}.ffn.contract.weight", (0, 1)),
        "norm": Watched(f"decoder.{last}.add3.norm.weight", (0,)),
        "embedding": Watched("matrix", (token, 0)),
    }


def train_on(
    model: Transformer,
    pairs: Sequence[IdPair],
    watched: Sequence[Watched],
    steps: int,
    rate: float,
    smoothing: float,
    clip: float,
) -> Course:
    """One pair a step, in turn, without dropout, with Adam (0.9, 0.98, 1e-9) at a constant rate.

    The model itself stays as it is. Does not run under inference mode.
    """
    model = deepcopy(model).requires_grad_(True)
    parameters = dict(model.named_parameters())
    starts = [float(parameters[one.name][one.place].detach()) for one in watched]
    gradients, norms, losses = [], [], []
    with torch.enable_grad(), without_compiler():
        optimizer = torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.98), eps=1e-9)
        for step in range(steps):
            source, target = pairs[step % len(pairs)]
            logits_TV = model(torch.tensor([source]), torch.tensor([(BOS, *target[:-1])]))[0]
            loss = F.cross_entropy(logits_TV, torch.tensor(target), label_smoothing=smoothing)
            optimizer.zero_grad()
            loss.backward()
            grads = {one.name: parameters[one.name].grad for one in watched}
            gradients.append([_entry(grads[one.name], one.place) for one in watched])
            norms.append(float(torch.nn.utils.clip_grad_norm_(model.parameters(), clip)))
            losses.append(float(loss.detach()))
            optimizer.step()
    return Course(
        np.array(gradients, dtype=np.float64).T, np.array(starts), np.array(norms), np.array(losses)
    )


def _entry(gradient: torch.Tensor | None, place: tuple[int, ...]) -> float:
    return 0.0 if gradient is None else float(gradient[place])
