"""Decoding one piece at a time with keys and values kept (a key-value cache).

Encode once; cross-attention keys and values once per layer; self-attention keys and values grow
by one position a step. Rows are (sentence, hypothesis) pairs: they may split, stop and reorder.

The arithmetic is that of `layers.py` for one position, written with few and large operations
(q, k and v in one product, weights laid out as the product reads them); a test holds both equal.

Shape suffixes: R rows, S source tokens, P positions so far, D d_model, N outputs of a
linear map, H heads, E d_head, V vocabulary.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from explainer.model.attention import MultiHeadAttention
from explainer.model.layers import DecoderLayer, PreNorm
from explainer.model.masks import padding_mask
from explainer.model.transformer import Transformer

FIRST_CAPACITY = 32
FEW_ROWS = 8


class PackedLinear:
    """y = x W^T + b, with W^T in the order in which a product of few rows reads it.

    The linear maps of the model become views of it, so the weights are in memory once.
    """

    def __init__(self, *linears: nn.Linear) -> None:
        """Several maps of the same input become one."""
        self.weight_DN = torch.cat([linear.weight.detach().t() for linear in linears], dim=1)
        self.bias_N = torch.cat([linear.bias.detach() for linear in linears])
        parts = self.weight_DN.split([linear.out_features for linear in linears], dim=1)
        for linear, part_DN in zip(linears, parts, strict=True):
            linear.weight.data = part_DN.t()

    def __call__(self, x_RD: Tensor) -> Tensor:
        return torch.addmm(self.bias_N, x_RD, self.weight_DN)


class Projection:
    """x E^T, by far the largest product, in two layouts: few rows are no slower as E x^T."""

    def __init__(self, matrix_VD: Tensor) -> None:
        self.matrix_VD = matrix_VD.detach()

    @cached_property
    def matrix_DV(self) -> Tensor:
        """Made when many rows first ask for it: 8 MB that a search on a page does without."""
        with torch.inference_mode(False):
            return self.matrix_VD.t().contiguous()

    def __call__(self, x_RD: Tensor) -> Tensor:
        if x_RD.shape[0] <= FEW_ROWS:
            return (self.matrix_VD @ x_RD.t()).t().contiguous()
        return x_RD @ self.matrix_DV


class Residual:
    """LayerNorm on the way into a sub-layer (pre-norm) or on the way out (post-norm)."""

    def __init__(self, add: nn.Module) -> None:
        norm = add.get_submodule("norm")
        assert isinstance(norm, nn.LayerNorm)
        self.shape, self.eps = norm.normalized_shape, norm.eps
        self.weight, self.bias = norm.weight, norm.bias
        self.pre = isinstance(add, PreNorm)

    def norm(self, x_RD: Tensor) -> Tensor:
        return F.layer_norm(x_RD, self.shape, self.weight, self.bias, self.eps)

    def enter(self, x_RD: Tensor) -> Tensor:
        return self.norm(x_RD) if self.pre else x_RD

    def leave(self, x_RD: Tensor, out_RD: Tensor) -> Tensor:
        sum_RD = x_RD + out_RD
        return sum_RD if self.pre else self.norm(sum_RD)


class LayerWeights:
    """One decoder layer's weights, packed."""

    def __init__(self, layer: DecoderLayer) -> None:
        own, cross = layer.self_attn, layer.cross_attn
        self.heads = own.n_heads
        self.cross_attn: MultiHeadAttention = cross
        self.self_qkv = PackedLinear(own.q_proj, own.k_proj, own.v_proj)
        self.self_out, self.cross_out = PackedLinear(own.out_proj), PackedLinear(cross.out_proj)
        self.cross_q = PackedLinear(cross.q_proj)
        self.expand, self.contract = (
            PackedLinear(layer.ffn.expand),
            PackedLinear(layer.ffn.contract),
        )
        self.add1, self.add2, self.add3 = (
            Residual(a) for a in (layer.add1, layer.add2, layer.add3)
        )


class DecoderWeights:
    """A model's decoder, laid out once and shared by all its `CachedDecoder`s; read-only."""

    @torch.inference_mode(False)  # the model may be trained on: its weights stay what they are
    def __init__(self, model: Transformer) -> None:
        self.model = model
        self.layers = [LayerWeights(layer) for layer in model.decoder_layers()]
        self.projection = Projection(model.matrix)
        self.device = model.matrix.device


class LayerCache:
    """Keys and values of one decoder layer: (R, H, S, E) of the memory, (R, P, 2, H, E) own."""

    def __init__(self, weights: LayerWeights, memory_RSD: Tensor) -> None:
        cross = weights.cross_attn
        self.weights = weights
        self.cross_k = cross.split(cross.k_proj(memory_RSD)).contiguous()
        self.cross_v = cross.split(cross.v_proj(memory_RSD)).contiguous()
        self.own: Tensor | None = None

    def select(self, parents_R: Tensor, sentences_changed: bool, position: int) -> None:
        """Keep, repeat or reorder rows; rows of one sentence share its memory."""
        if sentences_changed:
            self.cross_k = self.cross_k.index_select(0, parents_R)
            self.cross_v = self.cross_v.index_select(0, parents_R)
        if self.own is not None:
            kept = self.room(parents_R.shape[0], self.own.shape[1], self.own)
            kept[:, :position] = self.own[:, :position].index_select(0, parents_R)
            self.own = kept

    @staticmethod
    def room(rows: int, capacity: int, like: Tensor) -> Tensor:
        return like.new_empty(rows, capacity, *like.shape[2:])

    def grow(self, kv_R2HE: Tensor, position: int) -> tuple[Tensor, Tensor]:
        """Write this position's key and value; all so far as (R, H, P, E) twice."""
        if self.own is None:
            self.own = self.room(kv_R2HE.shape[0], FIRST_CAPACITY, kv_R2HE[:, None])
        elif position == self.own.shape[1]:
            wider = self.room(self.own.shape[0], 2 * position, self.own)
            wider[:, :position] = self.own
            self.own = wider
        self.own[:, position] = kv_R2HE
        k_RHPE, v_RHPE = self.own[:, : position + 1].permute(2, 0, 3, 1, 4).unbind(0)
        return k_RHPE, v_RHPE

    def step(self, x_RD: Tensor, position: int, mask: Tensor | None) -> Tensor:
        """One decoder layer for one position of every row."""
        w = self.weights
        rows, width = x_RD.shape
        head = (rows, w.heads, 1, width // w.heads)

        qkv_R3D = w.self_qkv(w.add1.enter(x_RD))
        k_RHPE, v_RHPE = self.grow(qkv_R3D[:, width:].view(rows, 2, w.heads, -1), position)
        heads = F.scaled_dot_product_attention(qkv_R3D[:, :width].view(head), k_RHPE, v_RHPE)
        x_RD = w.add1.leave(x_RD, w.self_out(heads.reshape(rows, width)))

        q_RH1E = w.cross_q(w.add2.enter(x_RD)).view(head)
        heads = F.scaled_dot_product_attention(q_RH1E, self.cross_k, self.cross_v, attn_mask=mask)
        x_RD = w.add2.leave(x_RD, w.cross_out(heads.reshape(rows, width)))

        return w.add3.leave(x_RD, w.contract(w.expand(w.add3.enter(x_RD)).relu_()))


class Decoder(Protocol):
    """A step function of decoding: ids and parents in, log-probabilities out."""

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor: ...


def decoder_for(weights: DecoderWeights, src_BS: Tensor) -> Decoder:
    """Without the causal mask an earlier position changes with every later one: no cache then."""
    if weights.model.config.causal:
        return CachedDecoder(weights, src_BS)
    return PrefixDecoder(weights, src_BS)


class PrefixDecoder:
    """The same step function, computing the whole prefix again at every step."""

    def __init__(self, weights: DecoderWeights, src_BS: Tensor) -> None:
        self.model = weights.model
        self.src_mask = padding_mask(src_BS)
        self.memory_BSD = self.model.encode(src_BS, self.src_mask)
        self.sentences = torch.arange(src_BS.shape[0])
        self.prefix_RT = torch.empty(src_BS.shape[0], 0, dtype=torch.long)

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """(R,), (R,) -> natural log-probabilities over the whole vocabulary, (R, V) float32."""
        parents_R = parents_R.cpu()
        self.sentences = self.sentences[parents_R]
        self.prefix_RT = torch.cat([self.prefix_RT[parents_R], ids_R.cpu()[:, None]], dim=1)
        rows, prefix = (t.to(self.memory_BSD.device) for t in (self.sentences, self.prefix_RT))
        x_RTD = self.model.decode(prefix, self.memory_BSD[rows], self.src_mask[rows])
        return self.model.project(x_RTD[:, -1]).float().log_softmax(dim=-1)


class CachedDecoder:
    """A step function: ids and parents in, log-probabilities of the next piece out.

    Call it under `torch.inference_mode()`. Row r continues row parents[r] of the call before;
    in the first call parents[r] is the sentence of row r. Ids and parents may come from the CPU.
    """

    def __init__(self, weights: DecoderWeights, src_BS: Tensor) -> None:
        self.weights = weights
        mask = padding_mask(src_BS)
        memory_BSD = weights.model.encode(src_BS, mask)
        # Sentences of one length need no mask, and attention without one is faster.
        self.mask = None if bool(mask.all()) else mask
        self.layers = [LayerCache(layer, memory_BSD) for layer in weights.layers]
        self.position = 0
        self.sentences = torch.arange(src_BS.shape[0])

    def select(self, parents_R: Tensor) -> None:
        """Make the kept rows those of `parents_R`; nothing is copied when they stay as they are."""
        count = self.sentences.shape[0]
        if parents_R.shape[0] == count and torch.equal(parents_R, torch.arange(count)):
            return
        sentences = self.sentences[parents_R]
        changed = not torch.equal(sentences, self.sentences)
        self.sentences = sentences
        on_device = parents_R.to(self.weights.device)
        if changed and self.mask is not None:
            self.mask = self.mask.index_select(0, on_device)
        for layer in self.layers:
            layer.select(on_device, changed, self.position)

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """(R,), (R,) -> natural log-probabilities over the whole vocabulary, (R, V) float32."""
        self.select(parents_R.cpu())
        model = self.weights.model
        ids_R1 = ids_R.to(self.weights.device)[:, None]
        x_RD = model.decoder_embedding(ids_R1, model.matrix, start=self.position)[:, 0]
        for layer in self.layers:
            x_RD = layer.step(x_RD, self.position, self.mask)
        self.position += 1
        logits_RV = self.weights.projection(model.decoder_norm(x_RD))
        return logits_RV.float().log_softmax(dim=-1)
