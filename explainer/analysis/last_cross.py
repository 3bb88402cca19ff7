"""Where many translated sentences looked, in one padded pass: the last layer's cross-attention of
a Transformer, the one attention of a recurrent network.

Shape suffixes: B sentences, H heads, S source tokens, T target tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explainer.model.device import threads_for
from explainer.model.kinds import Config, Network
from explainer.model.masks import pad, padding_mask
from explainer.model.rnn import RecurrentConfig
from explainer.model.trace import NoTrace
from explainer.model.transformer import Transformer

Row = tuple[Sequence[int], Sequence[int]]  # source ids (EOS last) and fed ids (BOS first)
Floats = NDArray[np.floating]


class OneTensor(NoTrace):
    """Keeps the tensor `wanted` and nothing else: a batch's whole trace would be 100 MB."""

    active = True

    def __init__(self, wanted: str, kept: list[Tensor] | None = None, prefix: str = "") -> None:
        self.wanted, self.prefix = wanted, prefix
        self.kept: list[Tensor] = [] if kept is None else kept

    def __call__(self, name: str, value: Tensor) -> Tensor:
        if self.prefix + name == self.wanted:
            self.kept.append(value)
        return value

    def scope(self, name: str) -> OneTensor:
        return OneTensor(self.wanted, self.kept, f"{self.prefix}{name}.")


def has_attention(config: Config) -> bool:
    """Whether the decoder looks at every encoder state."""
    return not isinstance(config, RecurrentConfig) or config.attention


def last_cross_attention(model: Network, rows: Sequence[Row]) -> list[Floats]:
    """Weights (H, T, S) of each sentence, its padding cut off; H is 1 in a recurrent network.

    The target tokens are those fed: position t is the query that chooses the next token.
    Raises ValueError for no rows, and for a network without attention.
    """
    if not rows:
        raise ValueError("a batch needs at least one sentence")
    if not has_attention(model.config):
        raise ValueError("a network without attention has no weights")
    device = model.matrix.device
    src_BS, fed_BT = (pad([row[i] for row in rows]).to(device) for i in (0, 1))
    with torch.inference_mode(), threads_for(len(rows)):
        arrays = _weights(model, src_BS, fed_BT).cpu().numpy()
    return [
        weights_HTS[:, : len(fed), : len(source)]
        for weights_HTS, (source, fed) in zip(arrays, rows, strict=True)
    ]


def _weights(model: Network, src_BS: Tensor, fed_BT: Tensor) -> Tensor:
    """(B, H, T, S)"""
    if isinstance(model, Transformer):
        trace = OneTensor(f"decoder.{model.config.n_decoder_layers - 1}.cross_attn.weights")
        mask = padding_mask(src_BS)
        model.decode(fed_BT, model.encode(src_BS, mask), mask, trace=trace)
        return trace.kept[0]
    trace = OneTensor("decoder.weights")
    model.decode(fed_BT, model.encode(src_BS), trace=trace)
    return trace.kept[0][:, None]


@dataclass(frozen=True)
class Looks:
    """`entropy` in nats, `coverage` 0..1; see `looks`."""

    entropy: float
    coverage: float


def looks(weights_HTS: Floats) -> Looks:
    """What one sentence's cross-attention says about how sure the model was.

    Entropy: -sum_s a ln a, the mean over heads and target tokens; at most ln S. Coverage: the mean
    over source tokens but the last (EOS, where attention with nothing to do is left) of
    min(1, sum over target tokens of the mean over heads); Wu et al. 2016 (arXiv:1609.08144),
    equation 15, sums its logarithm. 0 where EOS is the only source token.
    """
    weights = weights_HTS.astype(np.float64)
    logs = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    received_S = weights.mean(axis=0).sum(axis=0)[:-1]
    coverage = float(np.minimum(received_S, 1).mean()) if len(received_S) else 0.0
    return Looks(float(-(weights * logs).sum(axis=-1).mean()), coverage)
