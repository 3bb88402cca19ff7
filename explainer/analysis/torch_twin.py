"""The same pass with PyTorch's own `nn.Transformer`, and what has to be said to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import torch
from torch import Tensor, nn

from explainer.model import one_file

PARTS: Final = ("q_proj", "k_proj", "v_proj")  # as they lie below each other in one matrix


def as_torch(program: one_file.Transformer, order: Sequence[str] = PARTS) -> nn.Transformer:
    """`nn.Transformer` with the same weights."""
    d_model, n = program.embedding.matrix.shape[1], len(program.encoder)
    first = next(m for m in program.modules() if isinstance(m, one_file.EncoderLayer))
    n_heads, d_ff = first.self_attn.n_heads, first.linear1.out_features
    twin = nn.Transformer(d_model, n_heads, n, n, d_ff, dropout=0.0, batch_first=True)
    twin.encoder.norm = twin.decoder.norm = None  # a LayerNorm more than the paper has
    twin.encoder.use_nested_tensor = False  # of sentences of one length there is nothing to gain
    twin.load_state_dict(torch_state(program, order))
    return twin.eval()


def torch_state(program: one_file.Transformer, order: Sequence[str] = PARTS) -> dict[str, Tensor]:
    """PyTorch keeps the three projections in one matrix, and calls cross-attention by its kind."""
    pieces = defaultdict[str, dict[int, Tensor]](dict)
    for name, value in program.state_dict().items():
        if not name.startswith("embedding"):
            theirs, third = place_of(name, order)
            pieces[theirs][third] = value
    return {theirs: torch.cat([by[at] for at in sorted(by)]) for theirs, by in pieces.items()}


def place_of(name: str, order: Sequence[str] = PARTS) -> tuple[str, int]:
    """PyTorch's name of the tensor in which a weight of ours lies, and which part of it it is."""
    theirs = name.replace("coder.", "coder.layers.").replace("cross_attn", "multihead_attn")
    for third, part in enumerate(order):
        if part in name:
            return theirs.replace(f"{part}.", "in_proj_"), third
    return theirs, 0


def torch_logits(
    twin: nn.Transformer, program: one_file.Transformer, src: Tensor, tgt: Tensor
) -> Tensor:
    """Both embeddings and the output are ours: `nn.Transformer` has neither."""
    padding = src == one_file.PAD  # True here means: may NOT look
    # Where nothing is padded there is no mask: PyTorch would import sympy to check it, 36 MB.
    hidden = padding if padding.any() else None
    ahead = torch.ones(tgt.shape[1], tgt.shape[1], dtype=torch.bool).triu(1)
    x: Tensor = twin(
        program.embedding(src),
        program.embedding(tgt),
        tgt_mask=ahead,
        src_key_padding_mask=hidden,
        memory_key_padding_mask=hidden,
    )
    return x @ program.embedding.matrix.T
