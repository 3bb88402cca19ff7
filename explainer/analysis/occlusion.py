"""Occlusion: hide one source token at a time and measure the output tokens' loss of probability.

A hidden token is masked like padding in the encoder and the cross-attention; every other token
keeps its position. Teacher-forced, so the prefix is fixed.

Shape suffixes: R rows, S source tokens, T target tokens.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from explainer.model.transformer import Transformer

ROWS = 8  # batch size
HALVED: Final = math.log(2)  # nats: hiding the source token halves the output token's probability


def occlusion(
    model: Transformer, source: Sequence[int], fed: Sequence[int], predicted: Sequence[int]
) -> NDArray[np.float64]:
    """Return the drop (T, S) of each output token's log p when source token j is hidden, in nats.

    Positive if the source token helped. Raises ValueError for a source of one token, as hiding it
    would leave nothing to attend to.
    """
    count = len(source)
    if count < 2:
        raise ValueError("cannot hide the only token of a source of one token")
    device = model.matrix.device
    visible_RS = torch.cat([torch.ones(1, count), 1 - torch.eye(count)]).bool().to(device)
    wanted_T1 = torch.tensor(list(predicted), device=device)[:, None]
    chunks = [_log_probs(model, source, fed, wanted_T1, rows) for rows in visible_RS.split(ROWS)]
    log_probs_RT = torch.cat(chunks).double().cpu().numpy()
    drop: NDArray[np.float64] = (log_probs_RT[0] - log_probs_RT[1:]).T
    return drop


def translation_pairs(drops_TS: NDArray[np.floating]) -> tuple[int | None, ...]:
    """Return for each output token the source token whose occlusion costs most.

    None if hiding no token halves the output token's probability. `drops_TS` is from `occlusion`.
    """
    most = drops_TS.argmax(axis=1).tolist()
    return tuple(
        key if row[key] >= HALVED else None for row, key in zip(drops_TS, most, strict=True)
    )


def _log_probs(
    model: Transformer,
    source: Sequence[int],
    fed: Sequence[int],
    wanted_T1: torch.Tensor,
    visible_RS: torch.Tensor,
) -> torch.Tensor:
    """Return log-probabilities (R, T), one row for each source mask."""
    rows, device = len(visible_RS), visible_RS.device
    mask = visible_RS[:, None, None, :]
    src_RS = torch.tensor([list(source)] * rows, device=device)
    tgt_RT = torch.tensor([list(fed)] * rows, device=device)
    with torch.no_grad():
        x_RTD = model.decode(tgt_RT, model.encode(src_RS, mask), mask)
        log_probs_RTV = model.project(x_RTD).log_softmax(dim=-1)
    return log_probs_RTV.gather(-1, wanted_T1.expand(rows, -1, -1))[..., 0]
