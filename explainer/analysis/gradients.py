"""Gradient norms of the loss with respect to the activations after each layer, by autograd.

Uses torch.autograd.grad on activations, so nothing is stored on the model.

Shape suffixes: S source tokens, T target tokens, D d_model, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from explainer.analysis.interventions import Intervention, edits
from explainer.model.config import ModelConfig, NormPlace
from explainer.model.ids import BOS
from explainer.model.trace import Edit, Trace
from explainer.model.transformer import Transformer

FRESH_SEEDS: Final = 3  # untrained models to average over, as they differ by seed
FRESH_TOKENS: Final = 10
NO_RESIDUALS: Final = (Intervention("residual"),)


@dataclass(frozen=True)
class DepthGradients:
    """Gradient norms by depth; `loss` is in nats per target token.

    `encoder` and `decoder` hold |d loss / d X| (Frobenius, all positions) of the embedded tokens
    and of the activations after layers 1, 2, ...
    """

    loss: float
    encoder: NDArray[np.float64]
    decoder: NDArray[np.float64]


def last_names(config: ModelConfig, stack: str) -> tuple[str, ...]:
    """Return the trace names of the first layer's input and of each layer's output."""
    count = config.n_encoder_layers if stack == "encoder" else config.n_decoder_layers
    add = "add2" if stack == "encoder" else "add3"
    part = "sum" if config.norm == "pre" else "norm"
    return (f"{stack}.embed", *(f"{stack}.{layer}.{add}.{part}" for layer in range(count)))


def depth_gradients(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    with_residuals: bool = True,
) -> DepthGradients:
    """Compute the mean cross-entropy of `target_ids` (with EOS, teacher-forced) and its gradients.

    Without residuals every x + Sublayer(x) is replaced by Sublayer(x). Does not work under
    inference mode; leaves no .grad behind.
    """
    device = model.matrix.device
    src_BS = torch.tensor([list(source_ids)], device=device)
    fed_BT = torch.tensor([[BOS, *target_ids[:-1]]], device=device)
    changes: dict[str, Edit] = dict(edits(model.config, () if with_residuals else NO_RESIDUALS))
    changes["encoder.embed"] = changes["decoder.embed"] = _leaf
    trace = Trace(changes)
    stacks = {stack: last_names(model.config, stack) for stack in ("encoder", "decoder")}
    with torch.enable_grad():
        logits_TV = model(src_BS, fed_BT, trace)[0]
        loss = F.cross_entropy(logits_TV, torch.tensor(list(target_ids), device=device))
        names = [name for names in stacks.values() for name in names]
        gradients = torch.autograd.grad(loss, [trace[name] for name in names])
    norms = dict(zip(names, (_length(g) for g in gradients), strict=True))
    by_stack = {s: np.array([norms[name] for name in names]) for s, names in stacks.items()}
    return DepthGradients(float(loss.detach()), by_stack["encoder"], by_stack["decoder"])


def _leaf(embedded_BSD: Tensor) -> Tensor:
    """Make a tensor an autograd leaf, so that everything after it is recorded."""
    return embedded_BSD.detach().requires_grad_()


def _length(gradient: Tensor) -> float:
    """Return the Frobenius norm, scaled so that squares of tiny values do not underflow."""
    values = gradient.double()
    largest = float(values.abs().max())
    return largest * float((values / largest).norm()) if largest > 0 else 0.0


def fresh_gradients(norm: NormPlace, depth: int, with_residuals: bool = True) -> DepthGradients:
    """Return `depth_gradients` of small untrained models, `depth` layers per stack, random tokens.

    The mean over FRESH_SEEDS fixed seeds, in float64.
    """
    runs = [_fresh(norm, depth, with_residuals, seed) for seed in range(FRESH_SEEDS)]
    return DepthGradients(
        float(np.mean([run.loss for run in runs])),
        np.mean([run.encoder for run in runs], axis=0),
        np.mean([run.decoder for run in runs], axis=0),
    )


def _fresh(norm: NormPlace, depth: int, with_residuals: bool, seed: int) -> DepthGradients:
    """Measure one untrained model on random ids; deterministic in `seed`."""
    config = ModelConfig(
        vocab_size=200,
        d_model=32,
        n_heads=4,
        d_ff=128,
        n_encoder_layers=depth,
        n_decoder_layers=depth,
        norm=norm,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Transformer(config).eval().double()  # float32 underflows at 1e-45
        source, target = torch.randint(4, config.vocab_size, (2, FRESH_TOKENS)).tolist()
    model.requires_grad_(False)
    return depth_gradients(model, source, target, with_residuals)
