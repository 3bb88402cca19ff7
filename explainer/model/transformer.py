"""The encoder-decoder Transformer of "Attention Is All You Need" (arXiv:1706.03762).

Shape suffixes: B sentences, S source tokens, T target tokens, D d_model, V vocabulary.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from explainer.model.config import ModelConfig
from explainer.model.embedding import Embedding
from explainer.model.layers import DecoderLayer, EncoderLayer
from explainer.model.masks import causal_target_mask, padding_mask
from explainer.model.products import product
from explainer.model.trace import NO_TRACE, NoTrace


def final_norm(config: ModelConfig) -> nn.Module:
    """Return the LayerNorm that pre-norm needs after a stack; the paper's post-norm has none."""
    return nn.LayerNorm(config.d_model) if config.norm == "pre" else nn.Identity()


class Transformer(nn.Module):
    """Encoder-decoder with one matrix for both embeddings and the output (section 3.4).

    A model that is not `tied` has two more, for the decoder's embedding and for the output.
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.matrix = nn.Parameter(torch.empty(config.vocab_size, config.d_model))
        more = () if config.tied else ("target", "output")
        self.untied = nn.ParameterDict({name: torch.empty_like(self.matrix) for name in more})
        zeros = torch.zeros(config.vocab_size)
        self.output_bias = nn.Parameter(zeros) if config.output_bias else None
        self.encoder_embedding = Embedding(config)
        self.decoder_embedding = Embedding(config)
        self.encoder = nn.ModuleList(EncoderLayer(config) for _ in range(config.n_encoder_layers))
        self.decoder = nn.ModuleList(DecoderLayer(config) for _ in range(config.n_decoder_layers))
        self.target_mask = causal_target_mask if config.causal else padding_mask
        self.encoder_norm = final_norm(config)
        self.decoder_norm = final_norm(config)
        self.reset_parameters()

    def reset_parameters(self, generator: torch.Generator | None = None) -> None:
        """Initialise linear layers with Xavier uniform, the matrix from N(0, 1/d_model)."""
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight, generator=generator)
                nn.init.zeros_(module.bias)
        for matrix in (self.matrix, *self.untied.values()):
            nn.init.normal_(matrix, std=self.config.d_model**-0.5, generator=generator)

    @property
    def target_matrix(self) -> Tensor:
        """The decoder's embedding, (V, D)."""
        return self.matrix if self.config.tied else self.untied["target"]

    @property
    def output_matrix(self) -> Tensor:
        """The output projection, (V, D)."""
        return self.matrix if self.config.tied else self.untied["output"]

    def encode(
        self, src_BS: Tensor, src_mask: Tensor | None = None, trace: NoTrace = NO_TRACE
    ) -> Tensor:
        """Encode source ids to memory, (B, S, D); `src_mask` defaults to the padding mask."""
        mask = padding_mask(src_BS) if src_mask is None else src_mask
        scope = trace.scope("encoder")
        x_BSD = self.encoder_embedding(src_BS, self.matrix, scope)
        for index, layer in enumerate(self.encoder):
            x_BSD = layer(x_BSD, mask, scope.scope(str(index)))
        return trace("memory", self.encoder_norm(x_BSD))

    def decode(
        self,
        tgt_BT: Tensor,
        memory_BSD: Tensor,
        src_mask: Tensor,
        tgt_mask: Tensor | None = None,
        trace: NoTrace = NO_TRACE,
    ) -> Tensor:
        """Decode target ids (BOS first) to the decoder's output vectors, (B, T, D).

        `tgt_mask` defaults to the causal mask, or to the padding mask if `causal` is False.
        """
        mask = self.target_mask(tgt_BT) if tgt_mask is None else tgt_mask
        scope = trace.scope("decoder")
        x_BTD = self.decoder_embedding(tgt_BT, self.target_matrix, scope)
        for index, layer in enumerate(self.decoder):
            x_BTD = layer(x_BTD, memory_BSD, mask, src_mask, scope.scope(str(index)))
        return trace("output", self.decoder_norm(x_BTD))

    def project(self, x_D: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        """Project vectors (..., D) to logits (..., V) with the transposed embedding matrix."""
        return trace("logits", product(x_D, self.output_matrix, self.output_bias))

    def forward(self, src_BS: Tensor, tgt_BT: Tensor, trace: NoTrace = NO_TRACE) -> Tensor:
        """Return next-token logits at every target position (teacher forcing), (B, T, V)."""
        src_mask = padding_mask(src_BS)
        return self.teach(self.encode(src_BS, src_mask, trace), src_mask, tgt_BT, trace)

    def teach(
        self, memory_BSD: Tensor, src_mask: Tensor, tgt_BT: Tensor, trace: NoTrace = NO_TRACE
    ) -> Tensor:
        """Return next-token logits as `forward` does, from an encoded memory."""
        x_BTD = self.decode(tgt_BT, memory_BSD, src_mask, trace=trace)
        logits_BTV = self.project(x_BTD, trace)
        if trace.probs:
            trace("probs", trace("log_probs", logits_BTV.log_softmax(dim=-1)).exp())
        return logits_BTV

    def decoder_layers(self) -> list[DecoderLayer]:
        """Return the decoder's layers, typed (nn.ModuleList loses the type)."""
        return [layer for layer in self.decoder if isinstance(layer, DecoderLayer)]

    def n_parameters(self) -> int:
        return sum(p.numel() for p in self.parameters())
