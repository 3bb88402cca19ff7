"""Encoder and decoder layers with their residual connections and feed-forward network.

Shape suffixes: B sentences, S source tokens, T target tokens, D d_model, F d_ff.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from explainer.model.attention import MultiHeadAttention
from explainer.model.config import ModelConfig
from explainer.model.dropout import Dropout
from explainer.model.trace import NO_TRACE, NoTrace

Sublayer = Callable[[Tensor], Tensor]


def identity(x: Tensor) -> Tensor:
    return x


class PostNorm(nn.Module):
    """LayerNorm(x + Dropout(Sublayer(x))), as in the paper (sections 3.1 and 5.4)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.d_model)
        self.dropout = Dropout(config.dropout)

    def forward(self, x_BSD: Tensor, sublayer: Sublayer, trace: NoTrace = NO_TRACE) -> Tensor:
        sum_BSD = trace("sum", x_BSD + self.dropout(sublayer(x_BSD)))
        return trace("norm", self.norm(sum_BSD))


class PreNorm(nn.Module):
    """x + Dropout(Sublayer(LayerNorm(x))); deep stacks train more easily (arXiv:2002.04745)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.d_model)
        self.dropout = Dropout(config.dropout)

    def forward(self, x_BSD: Tensor, sublayer: Sublayer, trace: NoTrace = NO_TRACE) -> Tensor:
        norm_BSD = trace("norm", self.norm(x_BSD))
        return trace("sum", x_BSD + self.dropout(sublayer(norm_BSD)))


RESIDUALS: dict[str, type[nn.Module]] = {"post": PostNorm, "pre": PreNorm}
# ReLU, max(0, x), is the paper's; swish, x * sigmoid(x), is that of many trained translators.
ACTIVATIONS: dict[str, Sublayer] = {"relu": torch.relu, "swish": F.silu}


class FeedForward(nn.Module):
    """max(0, x W_1 + b_1) W_2 + b_2, applied to each position (equation 2)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.expand = nn.Linear(config.d_model, config.d_ff)
        self.contract = nn.Linear(config.d_ff, config.d_model)
        self.activation = ACTIVATIONS[config.activation]

    def forward(self, x_BSD: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        pre_BSF = trace("pre", self.expand(x_BSD))
        act_BSF = trace("act", self.activation(pre_BSF))
        return trace("out", self.contract(act_BSF))


class EncoderLayer(nn.Module):
    """Self-attention, add and norm, feed-forward, add and norm (figure 1, left)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        residual = RESIDUALS[config.norm]
        self.self_attn = MultiHeadAttention(config.d_model, config.n_heads)
        self.add1 = residual(config)
        self.ffn = FeedForward(config)
        self.add2 = residual(config)

    def forward(self, x_BSD: Tensor, src_mask: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        attn, ffn = trace.scope("self_attn"), trace.scope("ffn")
        x_BSD = self.add1(
            x_BSD, lambda x: self.self_attn(x, x, src_mask, attn), trace.scope("add1")
        )
        return self.add2(x_BSD, lambda x: self.ffn(x, ffn), trace.scope("add2"))


class DecoderLayer(nn.Module):
    """Masked self-attention, encoder-decoder attention, feed-forward (figure 1, right)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        residual = RESIDUALS[config.norm]
        self.self_attn = MultiHeadAttention(config.d_model, config.n_heads)
        self.add1 = residual(config)
        self.cross_attn = MultiHeadAttention(config.d_model, config.n_heads)
        self.add2 = residual(config)
        self.ffn = FeedForward(config)
        self.add3 = residual(config)

    def forward(
        self,
        x_BTD: Tensor,
        memory_BSD: Tensor,
        tgt_mask: Tensor,
        src_mask: Tensor,
        trace: NoTrace = NO_TRACE,
        key_input: Sublayer = identity,
    ) -> Tensor:
        """Run the layer on x_BTD and return (B, T, D).

        `key_input` maps the queries' input to the input of self-attention's keys and values: the
        identity, or, if `x_BTD` is only the newest position, that position with all before it.
        """
        attn, cross, ffn = (trace.scope(n) for n in ("self_attn", "cross_attn", "ffn"))
        x_BTD = self.add1(
            x_BTD, lambda x: self.self_attn(x, key_input(x), tgt_mask, attn), trace.scope("add1")
        )
        x_BTD = self.add2(
            x_BTD, lambda x: self.cross_attn(x, memory_BSD, src_mask, cross), trace.scope("add2")
        )
        return self.add3(x_BTD, lambda x: self.ffn(x, ffn), trace.scope("add3"))
