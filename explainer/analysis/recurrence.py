"""How far a sentence reaches: which source token a logit feels.

For every kind of network, recurrent or Transformer. Nothing stays on the model: gradients are asked
for with torch.autograd.grad. It does not run under inference mode.

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
    """|d logit_t / d x_j|, the length over D, (T, S): how step t's logit feels source token j.

    x_j is the embedded source token (before a Transformer adds its positions), logit_t that of
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
    """The mean over all steps of each row's share by distance from the end of the source, (S,).

    Entry 0 is the last source token; the shares of a step add up to 1.
    """
    totals_T1 = gradients_TS.sum(axis=1, keepdims=True)
    shares_TS = np.divide(
        gradients_TS, totals_T1, out=np.zeros_like(gradients_TS), where=totals_T1 > 0
    )
    mean_S: Floats = shares_TS.mean(axis=0)[::-1]
    return mean_S


def _leaf(embedded_BSD: Tensor) -> Tensor:
    """The pass begins here: everything after it is recorded by autograd."""
    return embedded_BSD.detach().requires_grad_()


def _lengths(x: Tensor) -> Floats:
    """Euclidean lengths over the last axis, in float64."""
    lengths: Floats = x.detach().double().norm(dim=-1).cpu().numpy()
    return lengths
