"""The same pass with PyTorch's own `nn.Transformer`, and what has to be said to it."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from explainer.model import one_file

PARTS = ("q_proj", "k_proj", "v_proj")


def as_torch(program: one_file.Transformer) -> nn.Transformer:
    """`nn.Transformer` with the same weights."""
    d_model, n = program.embedding.matrix.shape[1], len(program.encoder)
    first = next(m for m in program.modules() if isinstance(m, one_file.EncoderLayer))
    n_heads, d_ff = first.self_attn.n_heads, first.linear1.out_features
    twin = nn.Transformer(d_model, n_heads, n, n, d_ff, dropout=0.0, batch_first=True)
    twin.encoder.norm = twin.decoder.norm = None  # a LayerNorm more than the paper has
    twin.encoder.use_nested_tensor = False  # of sentences of one length there is nothing to gain
    twin.load_state_dict(torch_state(program))
    return twin.eval()


def torch_state(program: one_file.Transformer) -> dict[str, Tensor]:
    """PyTorch keeps the three projections in one matrix, and calls cross-attention by its kind."""
    weights = program.state_dict()
    state = {}
    for name, value in weights.items():
        if name.startswith("embedding"):
            continue
        theirs = name.replace("coder.", "coder.layers.").replace("cross_attn", "multihead_attn")
        if "q_proj" in name:
            three = [weights[name.replace("q_proj", part)] for part in PARTS]
            state[theirs.replace("q_proj.", "in_proj_")] = torch.cat(three)
        elif "k_proj" not in name and "v_proj" not in name:
            state[theirs] = value
    return state


def torch_logits(program: one_file.Transformer, src: Tensor, tgt: Tensor) -> Tensor:
    """Both embeddings and the output are ours: `nn.Transformer` has neither."""
    padding = src == one_file.PAD  # True here means: may NOT look
    # Where nothing is padded there is no mask: PyTorch would import sympy to check it, 36 MB.
    hidden = padding if padding.any() else None
    ahead = torch.ones(tgt.shape[1], tgt.shape[1], dtype=torch.bool).triu(1)
    x: Tensor = as_torch(program)(
        program.embedding(src),
        program.embedding(tgt),
        tgt_mask=ahead,
        src_key_padding_mask=hidden,
        memory_key_padding_mask=hidden,
    )
    return x @ program.embedding.matrix.T
