"""Run the same forward pass with PyTorch's own `nn.Transformer`."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import torch
from torch import Tensor, nn

from explainer.analysis.one_file import Ids, row, with_weights
from explainer.model import one_file
from explainer.model.device import threads_for
from explainer.model.transformer import Transformer

PARTS: Final = ("q_proj", "k_proj", "v_proj")  # order in PyTorch's stacked in_proj matrix


def as_torch(program: one_file.Transformer) -> nn.Transformer:
    """Build an `nn.Transformer` with the same weights."""
    d_model, n = program.embedding.matrix.shape[1], len(program.encoder)
    first = next(m for m in program.modules() if isinstance(m, one_file.EncoderLayer))
    n_heads, d_ff = first.self_attn.n_heads, first.linear1.out_features
    with torch.device("meta"):  # without numbers, which would be drawn for nothing
        twin = nn.Transformer(d_model, n_heads, n, n, d_ff, dropout=0.0, batch_first=True)
    twin.encoder.norm = twin.decoder.norm = None  # the paper has no final LayerNorm
    twin.encoder.use_nested_tensor = False  # no gain for sentences of equal length
    twin.load_state_dict(torch_state(program), assign=True)
    return twin.eval()


def torch_state(program: one_file.Transformer) -> dict[str, Tensor]:
    """Convert a state dict to PyTorch's names, with q, k and v projections stacked."""
    parts = defaultdict[str, dict[int, Tensor]](dict)
    for name, value in program.state_dict().items():
        if not name.startswith("embedding"):
            theirs, third = _torch_name(name)
            parts[theirs][third] = value
    return {theirs: torch.cat([by[i] for i in sorted(by)]) for theirs, by in parts.items()}


def _torch_name(name: str) -> tuple[str, int]:
    """Return PyTorch's name for the tensor that contains our weight, and its index in the stack."""
    theirs = name.replace("coder.", "coder.layers.").replace("cross_attn", "multihead_attn")
    for third, part in enumerate(PARTS):
        if part in name:
            return theirs.replace(f"{part}.", "in_proj_"), third
    return theirs, 0


def torch_logits(
    twin: nn.Transformer, program: one_file.Transformer, src: Tensor, tgt: Tensor
) -> Tensor:
    """Return the logits; embeddings and output are ours, as `nn.Transformer` has neither."""
    padding = src == one_file.PAD  # here True means masked
    # Pass no mask if nothing is padded: to check one, PyTorch imports sympy, 36 MB.
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


def torch_difference(model: Transformer, source_ids: Ids, fed: Ids) -> float:
    """Return max |difference| between the file's logits and PyTorch's, teacher-forced."""
    program, src, tgt = with_weights(model), row(source_ids), row(fed)
    with threads_for(1), torch.no_grad():
        twin = torch_logits(as_torch(program), program, src, tgt)
        return float((twin - program(src, tgt)).abs().max())
