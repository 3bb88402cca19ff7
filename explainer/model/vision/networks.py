"""Three networks that classify an image cut into patches, each fully traced.

Shape suffixes: B images, S patches, P pixels per patch, D d_model, F = S * D, N hidden units, C
classes.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from explainer.model.attention import MultiHeadAttention
from explainer.model.config import ModelConfig
from explainer.model.layers import EncoderLayer
from explainer.model.trace import NO_TRACE, NoTrace
from explainer.model.vision.config import CLASSES, VisionConfig
from explainer.model.vision.patches import TOKENS, WIDTH

EVERY = torch.ones(1, 1, 1, 1, dtype=torch.bool)  # mask: every patch may attend to every patch


class Positions(nn.Module):
    """Add a learned vector per position."""

    def __init__(self, d_model: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.randn(TOKENS, d_model) * 0.02)

    def forward(self, x_BSD: Tensor) -> Tensor:
        return x_BSD + self.table


def positions(config: VisionConfig) -> nn.Module:
    """Return the network's position module, the identity without positions."""
    return Positions(config.d_model) if config.positions else nn.Identity()


class Network(nn.Module):
    """Base class: patches (B, S, P) in, logits (B, C) out."""

    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.config = config

    def forward(self, patches_BSP: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        raise NotImplementedError


class DenseHead(nn.Module):
    """Concatenated tokens -> hidden layer -> classes; every position has its own weights."""

    def __init__(self, config: VisionConfig) -> None:
        super().__init__()
        self.hidden = nn.Linear(TOKENS * config.d_model, config.d_hidden)
        self.out = nn.Linear(config.d_hidden, CLASSES)

    def forward(self, x_BSD: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        flat_BF = trace("flat", x_BSD.flatten(-2))
        pre_BN = trace("hidden", self.hidden(flat_BF))
        return trace("logits", self.out(trace("act", pre_BN.relu())))


class DenseNetwork(Network):
    """Multilayer perceptron on the raw pixels: 784 -> 128 -> 10."""

    def __init__(self, config: VisionConfig) -> None:
        super().__init__(config)
        self.head = DenseHead(config)

    def forward(self, patches_BSP: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        return self.head(trace("patches", patches_BSP), trace)


class AttentionNetwork(Network):
    """Attention layers on the raw patches, then dense layers; no norm, residual or FFN."""

    def __init__(self, config: VisionConfig) -> None:
        super().__init__(config)
        self.positions = positions(config)
        self.layers = nn.ModuleList(
            MultiHeadAttention(config.d_model, config.n_heads, config.d_head)
            for _ in range(config.n_layers)
        )
        self.head = DenseHead(config)

    def forward(self, patches_BSP: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        x_BSD = trace("tokens", self.positions(trace("patches", patches_BSP)))
        for number, layer in enumerate(self.layers):
            x_BSD = layer(x_BSD, x_BSD, EVERY, trace.scope(f"layers.{number}.self_attn"))
        return self.head(x_BSD, trace)


class VisionTransformer(Network):
    """Pre-norm encoder layers, mean over all tokens, classes (arXiv:2010.11929).

    The mean replaces the class token, as in arXiv:2205.01580.
    """

    def __init__(self, config: VisionConfig) -> None:
        super().__init__(config)
        sizes = ModelConfig(
            vocab_size=CLASSES,
            d_model=config.d_model,
            n_heads=config.n_heads,
            d_ff=config.d_hidden,
            dropout=0.0,
            norm="pre",
        )
        self.embed = nn.Linear(WIDTH, config.d_model)
        self.positions = positions(config)
        self.layers = nn.ModuleList(EncoderLayer(sizes) for _ in range(config.n_layers))
        self.norm = nn.LayerNorm(config.d_model)
        self.out = nn.Linear(config.d_model, CLASSES)

    def forward(self, patches_BSP: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        x_BSD = trace("embedded", self.embed(trace("patches", patches_BSP)))
        x_BSD = trace("tokens", self.positions(x_BSD))
        for number, layer in enumerate(self.layers):
            x_BSD = layer(x_BSD, EVERY, trace.scope(f"layers.{number}"))
        mean_BD = trace("mean", trace("norm", self.norm(x_BSD)).mean(dim=-2))
        return trace("logits", self.out(mean_BD))


NETWORKS: dict[str, type[Network]] = {
    "dense": DenseNetwork,
    "attention": AttentionNetwork,
    "vit": VisionTransformer,
}


def make_network(config: VisionConfig) -> Network:
    """Build the network of a configuration, with random weights."""
    return NETWORKS[config.kind](config)
