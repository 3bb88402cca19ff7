"""Small recurrent networks with weights that are not at their beginnings."""

from typing import Any

import torch
from torch import Tensor

from explainer.model.names import TensorName
from explainer.model.rnn import Recurrent, RecurrentConfig

KINDS = ("rnn", "gru", "lstm", "gru-bahdanau", "lstm-luong")
V = 40


def make(kind: str, **sizes: Any) -> Recurrent:
    """In float64, in evaluation mode."""
    torch.manual_seed(3)
    given = {"d_embed": 6, "d_hidden": 10, "d_attention": 7, "dropout": 0.3, **sizes}
    network = Recurrent(RecurrentConfig(V, kind, **given)).double().eval()  # type: ignore[arg-type]
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.3)
    return network


def sentences() -> tuple[Tensor, Tensor]:
    """Three padded sources of 7, 4 and 1 tokens, EOS (3) the last, and what the decoder is fed."""
    random = torch.Generator().manual_seed(1)
    src_BS = torch.randint(4, V, (3, 7), generator=random)
    for row, length in enumerate((7, 4, 1)):
        src_BS[row, length - 1] = 3
        src_BS[row, length:] = 0
    tgt_BT = torch.randint(4, V, (3, 5), generator=random)
    tgt_BT[:, 0] = 2
    return src_BS, tgt_BT


def shape_of(name: TensorName, config: RecurrentConfig) -> tuple[int, ...]:
    """Of the batch of `sentences`."""
    sizes = {
        **{"B": 3, "S": 7, "T": 5, "D": config.d_embed, "N": config.d_hidden},
        **{"M": config.d_memory, "A": config.d_attention, "V": config.vocab_size},
    }
    return tuple(sizes[axis] for axis in name.axes)
