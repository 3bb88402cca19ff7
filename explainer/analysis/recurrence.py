"""Gradients of output logits with respect to source embeddings: how far influence reaches.

For recurrent networks and Transformers. Uses torch.autograd.grad, so nothing is stored on the
model. Does not work under inference mode.

Shape suffixes: B sentences, S source tokens, T target tokens, D width of an embedding,
V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explainer.model.kinds import Network
from explainer.model.rnn import Recurrent
from explainer.model.trace import Trace

Floats = NDArray[np.float64]


def source_gradients(
    network: Network, source_ids: Sequence[int], fed_ids: Sequence[int], wanted_ids: Sequence[int]
) -> Floats:
    """Return gradient norms |d logit_t / d x_j|, (T, S), of step t and source token j.

    x_j is the source embedding (in a Transformer before positions are added), logit_t the logit of
    `wanted_ids[t]` after `fed_ids[: t + 1]` (BOS first).
    """
    device = network.matrix.device
    src_BS, tgt_BT = (torch.tensor([list(ids)], device=device) for ids in (source_ids, fed_ids))
    name = "encoder.embed" if isinstance(network, Recurrent) else "encoder.tokens"
    trace = Trace({name: _leaf})
    with torch.enable_grad():
        logits_TV = network(src_BS, tgt_BT, trace)[0]
        x_BSD = trace[name]
        rows = [
            torch.autograd.grad(logits_TV[t, token], x_BSD, retain_graph=True)[0][0]
            for t, token in enumerate(wanted_ids)
        ]
    return np.stack([_lengths(row_SD) for row_SD in rows])


def by_distance(gradients_TS: Floats) -> Floats:
    """Return the mean share of the gradient by distance from the end of the source, (S,).

    Entry 0 is the last source token. Each step's gradients are normalised to sum 1 first.
    """
    totals_T1 = gradients_TS.sum(axis=1, keepdims=True)
    shares_TS = np.divide(
        gradients_TS, totals_T1, out=np.zeros_like(gradients_TS), where=totals_T1 > 0
    )
    mean_S: Floats = shares_TS.mean(axis=0)[::-1]
    return mean_S


def _leaf(embedded_BSD: Tensor) -> Tensor:
    """Make a tensor an autograd leaf, so that everything after it is recorded."""
    return embedded_BSD.detach().requires_grad_()


def _lengths(x: Tensor) -> Floats:
    """Return Euclidean norms over the last axis, in float64."""
    lengths: Floats = x.detach().double().norm(dim=-1).cpu().numpy()
    return lengths
