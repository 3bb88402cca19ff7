"""Head ablation: switch off each attention head once and measure the change of log-probability.

Shape suffixes: H heads of one layer, R rows of the batch, T output tokens, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from explainer.model.names import ATTENTION
from explainer.model.trace import Trace
from explainer.model.transformer import Transformer


@dataclass(frozen=True)
class LayerWithout:
    """Ablation of one layer of one attention.

    `change` (H, T): change of each output token's log-probability with head h off, in nats;
    negative if the head helped.
    """

    kind: str
    layer: int
    change: NDArray[np.float64]


def attention_layers(n_encoder: int, n_decoder: int) -> list[tuple[str, int]]:
    """List (kind, layer) of every attention in a model, encoder first."""
    sizes = {"encoder": n_encoder, "decoder": n_decoder}
    return [
        (kind, layer) for kind, (stack, _) in ATTENTION.items() for layer in range(sizes[stack])
    ]


def layer_without(
    model: Transformer,
    ids: tuple[Sequence[int], Sequence[int], Sequence[int]],
    kind: str,
    layer: int,
) -> LayerWithout:
    """Ablate all heads of one layer in one batch: row 0 is the full model, row h + 1 lacks head h.

    `ids` are source, fed and predicted tokens. Teacher-forced: the inputs are fixed, so only the
    probabilities of the predicted tokens change.
    """
    heads, device = model.config.n_heads, model.matrix.device
    stack, part = ATTENTION[kind]
    keep_RH = torch.cat([torch.ones(1, heads), 1 - torch.eye(heads)]).to(device)
    trace = Trace({f"{stack}.{layer}.{part}.heads": lambda x: x * keep_RH[:, :, None, None].to(x)})
    source, fed, predicted = (torch.tensor(list(i), device=device) for i in ids)
    rows = heads + 1
    with torch.no_grad():
        logits_RTV = model(source.expand(rows, -1), fed.expand(rows, -1), trace)
    wanted_RT1 = predicted.expand(rows, -1)[..., None]
    log_probs_RT = logits_RTV.log_softmax(dim=-1).gather(-1, wanted_RT1)[..., 0].double()
    change_HT = (log_probs_RT[1:] - log_probs_RT[0]).cpu().numpy()
    return LayerWithout(kind, layer, change_HT)
