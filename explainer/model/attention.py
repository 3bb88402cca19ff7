"""Scaled dot-product and multi-head attention (arXiv:1706.03762, section 3.2).

Shape suffixes: B sentences, Q queries, S keys, D d_model, H heads, E d_head.
"""

from __future__ import annotations

import math
from typing import Final

import torch.nn.functional as F
from torch import Tensor, nn

from explainer.model.trace import NO_TRACE, NoTrace

FUSED_FROM: Final = 48  # keys


def attention_weights(q_BHQE: Tensor, k_BHSE: Tensor, mask: Tensor, trace: NoTrace) -> Tensor:
    """softmax(q k^T / sqrt(d_k)) with forbidden cells at -inf (equation 1), (B, H, Q, S)."""
    scores = q_BHQE @ k_BHSE.transpose(-2, -1) / math.sqrt(q_BHQE.shape[-1])
    scores = trace("scores", scores)
    mask = trace("mask", mask.expand_as(scores))
    masked_scores = trace("masked_scores", scores.masked_fill(~mask, float("-inf")))
    return trace("weights", masked_scores.softmax(dim=-1))


def attention(
    q_BHQE: Tensor, k_BHSE: Tensor, v_BHSE: Tensor, mask: Tensor, trace: NoTrace
) -> Tensor:
    """Return the weighted sum of the values for every query, (B, H, Q, E)."""
    # On the CPU the fused kernel is no faster, and its backward pass takes a third of a training
    # step for short sentences, so the CPU uses the explicit product: traced and untraced results
    # are bit-identical. For the 49 patches of an image, it halves the time of a training step.
    long = q_BHQE.requires_grad and k_BHSE.shape[-2] >= FUSED_FROM
    if trace.active or not (long or q_BHQE.is_cuda):
        return attention_weights(q_BHQE, k_BHSE, mask, trace) @ v_BHSE
    # Same result without materialising the weights; a test compares the two paths.
    return F.scaled_dot_product_attention(q_BHQE, k_BHSE, v_BHSE, attn_mask=mask)


class MultiHeadAttention(nn.Module):
    """Concat(head_1, ..., head_h) W_O, head_i = Attention(x W_Q, memory W_K, memory W_V).

    Queries come from `x`, keys AND values from `memory` (self-attention: the same tensor;
    encoder-decoder attention: the encoder's output, section 3.2.3). `d_head` defaults to
    d_model / h as in the paper.
    """

    def __init__(self, d_model: int, n_heads: int, d_head: int | None = None) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.d_head = d_head or d_model // n_heads
        d_concat = n_heads * self.d_head
        self.q_proj = nn.Linear(d_model, d_concat)
        self.k_proj = nn.Linear(d_model, d_concat)
        self.v_proj = nn.Linear(d_model, d_concat)
        self.out_proj = nn.Linear(d_concat, d_model)

    def split(self, x_BSD: Tensor) -> Tensor:
        """Split the last axis into heads: (B, S, D) -> (B, H, S, E)."""
        return x_BSD.unflatten(-1, (self.n_heads, self.d_head)).transpose(1, 2)

    def forward(
        self, x_BQD: Tensor, memory_BSD: Tensor, mask: Tensor, trace: NoTrace = NO_TRACE
    ) -> Tensor:
        """Attend from x to memory and return (B, Q, D).

        `mask` broadcasts to (B, H, Q, S), True = may attend.
        """
        q_BHQE = trace("q", self.split(self.q_proj(x_BQD)))
        k_BHSE = trace("k", self.split(self.k_proj(memory_BSD)))
        v_BHSE = trace("v", self.split(self.v_proj(memory_BSD)))
        heads_BHQE = trace("heads", attention(q_BHQE, k_BHSE, v_BHSE, mask, trace))
        concat_BQD = trace("concat", heads_BHQE.transpose(1, 2).flatten(-2))
        return trace("out", self.out_proj(concat_BQD))
