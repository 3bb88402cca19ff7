"""Decoding one piece at a time with keys and values kept (a key-value cache).

Encode once; cross-attention keys and values once per layer; self-attention keys and values grow
by one position a step. Rows are (sentence, hypothesis) pairs: they may split, stop and reorder.

Shape suffixes: R rows, S source pieces, T pieces so far, D d_model, H heads, E d_head, V vocabulary.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor

from explainer.model.layers import DecoderLayer
from explainer.model.masks import padding_mask
from explainer.model.transformer import Transformer


class LayerCache:
    """Keys and values of one decoder layer."""

    def __init__(self, layer: DecoderLayer, memory_RSD: Tensor) -> None:
        cross = layer.cross_attn
        self.cross_k = cross.split(cross.k_proj(memory_RSD))
        self.cross_v = cross.split(cross.v_proj(memory_RSD))
        self.self_k: Tensor | None = None
        self.self_v: Tensor | None = None

    def select(self, rows_R: Tensor) -> None:
        """Keep, repeat or reorder rows."""
        self.cross_k, self.cross_v = self.cross_k[rows_R], self.cross_v[rows_R]
        if self.self_k is not None and self.self_v is not None:
            self.self_k, self.self_v = self.self_k[rows_R], self.self_v[rows_R]

    def grow(self, k_RH1E: Tensor, v_RH1E: Tensor) -> tuple[Tensor, Tensor]:
        if self.self_k is not None and self.self_v is not None:
            k_RH1E = torch.cat((self.self_k, k_RH1E), dim=2)
            v_RH1E = torch.cat((self.self_v, v_RH1E), dim=2)
        self.self_k, self.self_v = k_RH1E, v_RH1E
        return k_RH1E, v_RH1E


class CachedDecoder:
    """A step function: ids and parents in, log-probabilities of the next piece out.

    Call it under `torch.inference_mode()`. Row r continues row parents[r] of the call before;
    in the first call parents[r] is the sentence of row r.
    """

    def __init__(self, model: Transformer, src_BS: Tensor) -> None:
        self.model = model
        mask = padding_mask(src_BS)
        memory_BSD = model.encode(src_BS, mask)
        self.src_mask = mask
        self.layers = [LayerCache(layer, memory_BSD) for layer in model.decoder]
        self.position = 0

    def select(self, parents_R: Tensor) -> None:
        """Make the kept rows those of `parents_R`; nothing is copied when they stay as they are."""
        count = self.src_mask.shape[0]
        same = parents_R.shape[0] == count and torch.equal(
            parents_R, torch.arange(count, device=parents_R.device)
        )
        if same:
            return
        self.src_mask = self.src_mask[parents_R]
        for layer in self.layers:
            layer.select(parents_R)

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """(R,), (R,) -> natural log-probabilities over the whole vocabulary, (R, V) float32."""
        self.select(parents_R)
        model = self.model
        x_R1D = model.decoder_embedding(ids_R[:, None], model.matrix, start=self.position)
        for layer, cache in zip(model.decoder, self.layers, strict=True):
            assert isinstance(layer, DecoderLayer)
            x_R1D = self.layer_step(layer, cache, x_R1D)
        self.position += 1
        logits_RV = model.project(model.decoder_norm(x_R1D[:, 0]))
        return logits_RV.float().log_softmax(dim=-1)

    def layer_step(self, layer: DecoderLayer, cache: LayerCache, x_R1D: Tensor) -> Tensor:
        def self_attention(x: Tensor) -> Tensor:
            attn = layer.self_attn
            q, k, v = (attn.split(p(x)) for p in (attn.q_proj, attn.k_proj, attn.v_proj))
            heads = F.scaled_dot_product_attention(q, *cache.grow(k, v))
            out: Tensor = attn.out_proj(heads.transpose(1, 2).flatten(-2))
            return out

        def cross_attention(x: Tensor) -> Tensor:
            attn = layer.cross_attn
            q = attn.split(attn.q_proj(x))
            heads = F.scaled_dot_product_attention(
                q, cache.cross_k, cache.cross_v, attn_mask=self.src_mask
            )
            out: Tensor = attn.out_proj(heads.transpose(1, 2).flatten(-2))
            return out

        x_R1D = layer.add1(x_R1D, self_attention)
        x_R1D = layer.add2(x_R1D, cross_attention)
        result: Tensor = layer.add3(x_R1D, layer.ffn)
        return result
