"""Networks that read an image cut into patches, each fully traced.

Shape suffixes: B images, S patches, P pixels per patch, D d_model, F = S * D, N hidden units, C
classes, T letters of a name, V letters to choose from.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from explainer.model.attention import MultiHeadAttention
from explainer.model.config import ModelConfig
from explainer.model.ids import BOS, EOS, PAD
from explainer.model.layers import DecoderLayer, EncoderLayer
from explainer.model.masks import causal_mask, pad
from explainer.model.trace import NO_TRACE, NoTrace
from explainer.model.vision.config import CLASSES, NAMES, VisionConfig
from explainer.model.vision.patches import TOKENS, WIDTH

LETTERS = "".join(sorted({*"".join(NAMES)}))
FIRST = EOS + 1  # id of the first letter
SPELLED_CT = pad([[BOS, *(FIRST + LETTERS.index(c) for c in name), EOS] for name in NAMES])
EVERY = torch.ones(1, 1, 1, 1, dtype=torch.bool)  # mask: every patch may attend to every patch


class Positions(nn.Module):
    """Add a learned vector per position."""

    def __init__(self, d_model: int, count: int = TOKENS) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.randn(count, d_model) * 0.02)

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

    def loss(self, patches_BSP: Tensor, labels_B: Tensor) -> Tensor:
        return F.cross_entropy(self(patches_BSP), labels_B)


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
        self.sizes = ModelConfig(
            vocab_size=FIRST + len(LETTERS),
            d_model=config.d_model,
            n_heads=config.n_heads,
            d_ff=config.d_hidden,
            dropout=0.0,
            norm="pre",
        )
        self.embed = nn.Linear(WIDTH, config.d_model)
        self.positions = positions(config)
        self.layers = nn.ModuleList(EncoderLayer(self.sizes) for _ in range(config.n_layers))
        self.norm = nn.LayerNorm(config.d_model)
        self.out = nn.Linear(config.d_model, CLASSES)

    def encode(self, patches_BSP: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        """Return the encoded patches, (B, S, D)."""
        x_BSD = trace("embedded", self.embed(trace("patches", patches_BSP)))
        x_BSD = trace("tokens", self.positions(x_BSD))
        for number, layer in enumerate(self.layers):
            x_BSD = layer(x_BSD, EVERY, trace.scope(f"layers.{number}"))
        return trace("norm", self.norm(x_BSD))

    def forward(self, patches_BSP: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        mean_BD = trace("mean", self.encode(patches_BSP, trace).mean(dim=-2))
        return trace("logits", self.out(mean_BD))


class Speller(VisionTransformer):
    """The encoder of a ViT, and a decoder layer that writes a digit's name letter by letter.

    Its logit of a class is the log-probability of writing that name, and of ending there.
    """

    def __init__(self, config: VisionConfig) -> None:
        super().__init__(config)
        self.letters = nn.Embedding(self.sizes.vocab_size, config.d_model)
        self.places = Positions(config.d_model, SPELLED_CT.shape[1] - 1)
        self.decoder = DecoderLayer(self.sizes)
        self.last_norm = nn.LayerNorm(config.d_model)
        self.out = nn.Linear(config.d_model, self.sizes.vocab_size)

    def adopt(self, reader: VisionTransformer) -> None:
        """Take over a trained encoder, which stays as it is."""
        for name in ("embed", "positions", "layers", "norm"):
            part = self.get_submodule(name)
            part.load_state_dict(reader.get_submodule(name).state_dict())
            part.requires_grad_(False)

    def spell(self, memory_BSD: Tensor, ids_BT: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        """Return the log-probabilities of the letter after each of `ids_BT`, (B, T, V)."""
        x_BTD = self.places(self.letters(ids_BT))
        mask = causal_mask(ids_BT.shape[1])
        x_BTD = self.decoder(x_BTD, memory_BSD, mask, EVERY, trace.scope("decoder"))
        return trace("log_probs", self.out(self.last_norm(x_BTD)).log_softmax(dim=-1))

    def names(self, memory_BSD: Tensor, names_BT: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        """Return the log-probability of writing each name, (B,)."""
        log_probs_BTV = self.spell(memory_BSD, names_BT[:, :-1], trace)
        written_BT = log_probs_BTV.gather(-1, names_BT[:, 1:, None])[..., 0]
        return written_BT.masked_fill(names_BT[:, 1:] == PAD, 0).sum(dim=-1)

    def forward(self, patches_BSP: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        memory_BSD = self.encode(patches_BSP, trace)
        every = memory_BSD.repeat_interleave(CLASSES, dim=0)
        names = self.names(every, SPELLED_CT.repeat(len(memory_BSD), 1))
        logits_BC = trace("logits", names.unflatten(0, (-1, CLASSES)))
        if trace.active:  # of the likeliest name
            self.names(memory_BSD, SPELLED_CT[logits_BC.argmax(dim=-1)], trace)
        return logits_BC

    def loss(self, memory_BSD: Tensor, labels_B: Tensor) -> Tensor:
        """Return the mean loss per name; takes encoded patches, since the encoder stays."""
        return -self.names(memory_BSD, SPELLED_CT[labels_B]).mean()


NETWORKS: dict[str, type[Network]] = {
    "dense": DenseNetwork,
    "attention": AttentionNetwork,
    "vit": VisionTransformer,
    "speller": Speller,
}


def make_network(config: VisionConfig) -> Network:
    """Build the network of a configuration, with random weights."""
    return NETWORKS[config.kind](config)
