"""Dropout in numbers: which units fall, the mean over draws, and a model that translates with it.

Srivastava et al. 2014 (JMLR 15); arXiv:1706.03762, section 5.4.

Shape suffixes: N draws, D units.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explainer.model.config import ModelConfig
from explainer.model.ids import BOS
from explainer.model.masks import padding_mask
from explainer.model.names import SUBLAYERS
from explainer.model.trace import Edit, Trace
from explainer.model.transformer import Transformer

EOS: Final = 3
Floats = NDArray[np.float64]


def kept_units(count: int, p: float, draws: int, seed: int) -> NDArray[np.bool_]:
    """Which units stay, (N, D): each falls with probability p. The same for the same seed."""
    return np.random.default_rng(seed).random((draws, count)) >= p


def drop_units(values_D: Floats, kept_ND: NDArray[np.bool_], p: float) -> Floats:
    """(N, D): a unit that falls is 0, one that stays is divided by 1 - p."""
    return np.where(kept_ND, values_D / (1 - p), 0.0)


def running_mean(values_N: Floats) -> Floats:
    """(N,): the mean of the first 1, 2, ... values."""
    return np.cumsum(values_N) / np.arange(1, len(values_N) + 1)


def dropout_edits(config: ModelConfig, p: float, draw: torch.Generator) -> dict[str, Edit]:
    """Dropout where training has it: both embedded sentences and what every sub-layer gives.

    As edits of a trace, for the mode of a model that visitors share must not be changed.
    """

    def fall(values: Tensor) -> Tensor:
        kept = torch.rand(values.shape, generator=draw) >= p
        return values * kept / (1 - p)

    edits: dict[str, Edit] = {"encoder.embed": fall, "decoder.embed": fall}
    for stack, parts in SUBLAYERS.items():
        count = config.n_encoder_layers if stack == "encoder" else config.n_decoder_layers
        for layer in range(count):
            edits |= {f"{stack}.{layer}.{part}.out": fall for part in parts}
    return edits


def greedy_with_dropout(
    model: Transformer, source: Sequence[int], p: float, seed: int, most: int
) -> tuple[int, ...]:
    """What greedy search writes in training mode, units drawn anew at every step."""
    draw = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        src_BS = torch.tensor([list(source)])
        src_mask, both = padding_mask(src_BS), dropout_edits(model.config, p, draw)
        of_encoder = {name: edit for name, edit in both.items() if name.startswith("encoder")}
        of_decoder = {name: edit for name, edit in both.items() if name.startswith("decoder")}
        memory_BSD = model.encode(src_BS, src_mask, Trace(of_encoder))
        written = [BOS]
        while len(written) <= most and written[-1] != EOS:
            read_BT = torch.tensor([written])
            x_BTD = model.decode(read_BT, memory_BSD, src_mask, trace=Trace(of_decoder))
            written.append(int(model.project(x_BTD[0, -1]).argmax()))
    return tuple(written[1:])
