"""Last-layer cross-attention of many translated sentences in one padded pass.

For a recurrent network it is its only attention.

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
    """A trace that keeps only the tensor `wanted`; a batch's full trace would be 100 MB."""

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
    """Return whether the decoder attends to the encoder states."""
    return not isinstance(config, RecurrentConfig) or config.attention


def last_cross_attention(model: Network, rows: Sequence[Row]) -> list[Floats]:
    """Return each sentence's weights (H, T, S) without padding; H is 1 for a recurrent network.

    Targets are the tokens fed: position t is the query that predicts the next token.
    Raises ValueError for no rows and for a network without attention.
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
    """Run one batch and return its weights (B, H, T, S)."""
    if isinstance(model, Transformer):
        trace = OneTensor(f"decoder.{model.config.n_decoder_layers - 1}.cross_attn.weights")
        mask = padding_mask(src_BS)
        model.decode(fed_BT, model.encode(src_BS, mask), mask, trace=trace)
        return trace.kept[0]
    trace = OneTensor("decoder.weights")
    model.decode(fed_BT, model.encode(src_BS), trace=trace)
    return trace.kept[0][:, None]


@dataclass(frozen=True)
class CrossStatistics:
    """`entropy` in nats, `coverage` 0..1; see `cross_statistics`."""

    entropy: float
    coverage: float


def cross_statistics(weights_HTS: Floats) -> CrossStatistics:
    """Compute entropy and coverage of one sentence's cross-attention, as signs of confidence.

    Entropy: -sum_s a ln a, mean over heads and target tokens; at most ln S. Coverage: the mean
    over source tokens except the last (EOS, where idle attention ends up) of min(1, sum over
    target tokens of the mean over heads); Wu et al. 2016 (arXiv:1609.08144), equation 15, sums its
    logarithm. 0 if EOS is the only source token.
    """
    weights = weights_HTS.astype(np.float64)
    logs = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    received_S = weights.mean(axis=0).sum(axis=0)[:-1]
    coverage = float(np.minimum(received_S, 1).mean()) if len(received_S) else 0.0
    return CrossStatistics(float(-(weights * logs).sum(axis=-1).mean()), coverage)
