"""BERT, GPT and ELECTRA from the translator's encoder layers; BART and T5 are `Transformer`.

An encoder layer with a causal mask is a decoder layer without cross-attention, so one stack serves
all three families; only the mask differs.

Shape suffixes: B sentences, S tokens, D d_model, V vocabulary.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from explainer.model.config import ModelConfig
from explainer.model.embedding import Embedding
from explainer.model.layers import EncoderLayer
from explainer.model.lm.config import LmConfig
from explainer.model.masks import causal_mask, padding_mask
from explainer.model.trace import NO_TRACE, NoTrace
from explainer.model.transformer import Transformer, final_norm


class Stack(nn.Module):
    """Embedding, layers and final norm; the mask is an argument."""

    def __init__(self, sizes: ModelConfig) -> None:
        super().__init__()
        self.embedding = Embedding(sizes)
        self.layers = nn.ModuleList(EncoderLayer(sizes) for _ in range(sizes.n_encoder_layers))
        self.norm = final_norm(sizes)

    def forward(
        self, ids_BS: Tensor, matrix_VD: Tensor, mask: Tensor, trace: NoTrace = NO_TRACE
    ) -> Tensor:
        x_BSD = self.embedding(ids_BS, matrix_VD, trace)
        for number, layer in enumerate(self.layers):
            x_BSD = layer(x_BSD, mask, trace.scope(f"layers.{number}"))
        return trace("output", self.norm(x_BSD))


class LanguageModel(nn.Module):
    """One stack with a matrix shared by embedding and output: GPT if `causal`, else BERT."""

    def __init__(self, config: LmConfig, causal: bool) -> None:
        super().__init__()
        self.config, self.causal = config, causal
        self.matrix = nn.Parameter(torch.empty(config.vocab_size, config.d_model))
        self.stack = Stack(config.sizes())
        reset_parameters(self, self.matrix)

    def mask(self, ids_BS: Tensor) -> Tensor:
        """Return the causal mask (GPT) or the padding mask (BERT)."""
        return causal_mask(ids_BS.shape[1], ids_BS.device) if self.causal else padding_mask(ids_BS)

    def vectors(
        self, ids_BS: Tensor, mask: Tensor | None = None, trace: NoTrace = NO_TRACE
    ) -> Tensor:
        """Return the stack's output, (B, S, D); `project` turns it into logits."""
        mask = self.mask(ids_BS) if mask is None else mask
        output: Tensor = self.stack(ids_BS, self.matrix, mask, trace)
        return output

    def project(self, x_D: Tensor) -> Tensor:
        return F.linear(x_D, self.matrix)

    def forward(
        self, ids_BS: Tensor, mask: Tensor | None = None, trace: NoTrace = NO_TRACE
    ) -> Tensor:
        """Return logits at every position, (B, S, V): of the token itself (BERT) or the next."""
        return trace("logits", self.project(self.vectors(ids_BS, mask, trace)))


class Electra(nn.Module):
    """A small generator and a discriminator that share the embeddings (arXiv:2003.10555, 2)."""

    def __init__(self, config: LmConfig) -> None:
        super().__init__()
        self.config = config
        self.matrix = nn.Parameter(torch.empty(config.vocab_size, config.d_model))
        self.generator = Stack(config.sizes(config.n_generator_layers))
        self.discriminator = Stack(config.sizes())
        self.replaced = nn.Linear(config.d_model, 1)
        reset_parameters(self, self.matrix)

    def project(self, x_D: Tensor) -> Tensor:
        return F.linear(x_D, self.matrix)

    def propose(self, ids_BS: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        """Return the generator's vectors, (B, S, D); `project` turns them into logits."""
        scope = trace.scope("generator")
        output: Tensor = self.generator(ids_BS, self.matrix, padding_mask(ids_BS), scope)
        return output

    def forward(self, ids_BS: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        """Return the logit of "this token was replaced" at every position, (B, S)."""
        scope = trace.scope("discriminator")
        x_BSD = self.discriminator(ids_BS, self.matrix, padding_mask(ids_BS), scope)
        return trace("logits", self.replaced(x_BSD).squeeze(-1))


Lm = LanguageModel | Electra | Transformer


def reset_parameters(model: nn.Module, matrix: nn.Parameter) -> None:
    """Initialise like the translator: Xavier for linear layers, N(0, 1/d_model) for the matrix."""
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight)
            nn.init.zeros_(module.bias)
    nn.init.normal_(matrix, std=matrix.shape[1] ** -0.5)


def make_model(config: LmConfig) -> Lm:
    """Build the network of a family, with random weights."""
    if config.family in ("bert", "gpt"):
        return LanguageModel(config, causal=config.family == "gpt")
    return Electra(config) if config.family == "electra" else Transformer(config.sizes())
