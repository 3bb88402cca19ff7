"""Incremental decoding with a key-value cache.

The source is encoded once, cross-attention keys and values are computed once per layer, and
self-attention keys and values grow by one position per step. Rows are (sentence, hypothesis)
pairs: they may split, stop and be reordered.

The arithmetic is that of `layers.py` for one position, in few large operations (q, k and v in one
product, weights stored in the order the product reads them); a test checks that both agree.

Shape suffixes: B sentences, W maximum rows per sentence, R rows, S source tokens, P positions so
far, D d_model, N outputs of a linear layer, H heads, E d_head, V vocabulary.
"""

from __future__ import annotations

from typing import Protocol

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from explainer.model.attention import MultiHeadAttention, attention_weights
from explainer.model.layers import DecoderLayer, PreNorm
from explainer.model.masks import padding_mask
from explainer.model.products import ManyRows
from explainer.model.trace import NO_TRACE
from explainer.model.transformer import Transformer

FIRST_CAPACITY = 32


class PackedLinear:
    """y = x W^T + b, with W^T stored in the order in which a product of few rows reads it.

    The model's own linear layers become views of it, so the weights are in memory only once.
    """

    def __init__(self, *linears: nn.Linear) -> None:
        """Fuse linear layers that share an input into one product."""
        self.weight_DN = torch.cat([linear.weight.detach().t() for linear in linears], dim=1)
        self.bias_N = torch.cat([linear.bias.detach() for linear in linears])
        parts = self.weight_DN.split([linear.out_features for linear in linears], dim=1)
        for linear, part_DN in zip(linears, parts, strict=True):
            linear.weight.data = part_DN.t()
        self.many_rows = ManyRows(self.weight_DN.t())

    def __call__(self, x_RD: Tensor) -> Tensor:
        if self.many_rows.fits(x_RD.shape[0]):
            return self.many_rows(x_RD, self.bias_N)
        return torch.addmm(self.bias_N, x_RD, self.weight_DN)


class Projection:
    """Output projection x E^T (+ b), by far the largest product; few rows are faster as E x^T."""

    def __init__(self, matrix_VD: Tensor, bias_V: Tensor | None) -> None:
        self.matrix_VD = matrix_VD.detach()
        self.bias_V = bias_V
        self.many_rows = ManyRows(self.matrix_VD)

    def __call__(self, x_RD: Tensor) -> Tensor:
        if self.many_rows.fits(x_RD.shape[0]):
            return self.many_rows(x_RD, self.bias_V)
        logits_RV = (self.matrix_VD @ x_RD.t()).t().contiguous()
        return logits_RV if self.bias_V is None else logits_RV + self.bias_V


class Residual:
    """Residual connection with LayerNorm before (pre-norm) or after (post-norm) a sub-layer."""

    def __init__(self, add: nn.Module) -> None:
        norm = add.get_submodule("norm")
        assert isinstance(norm, nn.LayerNorm)
        self.shape, self.eps = norm.normalized_shape, norm.eps
        self.weight, self.bias = norm.weight, norm.bias
        self.pre = isinstance(add, PreNorm)

    def norm(self, x_RD: Tensor) -> Tensor:
        """Apply the LayerNorm."""
        return F.layer_norm(x_RD, self.shape, self.weight, self.bias, self.eps)

    def enter(self, x_RD: Tensor) -> Tensor:
        """Return the sub-layer's input."""
        return self.norm(x_RD) if self.pre else x_RD

    def leave(self, x_RD: Tensor, out_RD: Tensor) -> Tensor:
        """Add the sub-layer's output to the residual stream."""
        sum_RD = x_RD + out_RD
        return sum_RD if self.pre else self.norm(sum_RD)


class LayerWeights:
    """Packed weights of one decoder layer."""

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
        self.activation = layer.ffn.activation
        self.add1, self.add2, self.add3 = (
            Residual(a) for a in (layer.add1, layer.add2, layer.add3)
        )


class DecoderWeights:
    """Packed decoder weights of a model, shared by all its `CachedDecoder`s; read-only."""

    @torch.inference_mode(False)  # so that the weights stay trainable
    def __init__(self, model: Transformer) -> None:
        self.model = model
        self.layers = [LayerWeights(layer) for layer in model.decoder_layers()]
        self.projection = Projection(model.output_matrix, model.output_bias)
        self.device = model.matrix.device

    def release(self) -> None:
        """Free the copies for many rows (12 MB), which take 5 ms to make again."""
        parts = [part for layer in self.layers for part in vars(layer).values()]
        for part in (self.projection, *parts):
            if isinstance(part, PackedLinear | Projection):
                part.many_rows.release()


class Groups:
    """Groups the rows (hypotheses) of each sentence, so that W queries share one memory."""

    def __init__(self, members_R: Tensor, device: torch.device) -> None:
        """`members_R` is the index (0..B-1) of each row's sentence."""
        counts_B = members_R.bincount()
        self.shape = counts_B.shape[0], int(counts_B.max())
        order_R = members_R.argsort(stable=True)
        grouped_R = members_R[order_R]
        rank_R = torch.arange(len(order_R)) - (counts_B.cumsum(0) - counts_B)[grouped_R]
        self.places: Tensor | None = torch.empty_like(order_R)
        self.places[order_R] = grouped_R * self.shape[1] + rank_R
        self.rows: Tensor | None = order_R.new_zeros(self.shape[0] * self.shape[1])
        self.rows[self.places] = torch.arange(len(order_R))
        if torch.equal(self.places, torch.arange(self.shape[0] * self.shape[1])):
            self.places = self.rows = None  # already in order
        else:
            self.places, self.rows = self.places.to(device), self.rows.to(device)

    def gather(self, x_RD: Tensor) -> Tensor:
        """(R, D) -> (B, W, D); sentences with fewer rows are padded with an arbitrary row."""
        x_RD = x_RD if self.rows is None else x_RD.index_select(0, self.rows)
        return x_RD.view(*self.shape, -1)

    def scatter(self, x_BWD: Tensor) -> Tensor:
        """Undo `gather`: (B, W, D) -> (R, D)."""
        x_RD = x_BWD.flatten(0, 1)
        return x_RD if self.places is None else x_RD.index_select(0, self.places)


def attend(q_BHWE: Tensor, k_BHSE: Tensor, v_BHSE: Tensor, mask: Tensor | None) -> Tensor:
    """Return softmax(q k^T / sqrt(E)) v, (B, H, W, E); `mask` is True where a key may be seen.

    For several queries a sentence torch's fused kernel takes up to five times as long on a CPU
    as the two products (0.48 against 0.09 ms for 32 sentences of 16 tokens and 4 queries).
    """
    if q_BHWE.shape[2] == 1 or q_BHWE.device.type != "cpu":
        return F.scaled_dot_product_attention(q_BHWE, k_BHSE, v_BHSE, attn_mask=mask)
    seen = torch.ones(1, dtype=torch.bool) if mask is None else mask
    return attention_weights(q_BHWE, k_BHSE, seen, NO_TRACE) @ v_BHSE


class LayerCache:
    """Key-value cache of one decoder layer.

    Cross-attention keys and values are (B, H, S, E) each, self-attention's (P, R, 2, H, E).
    """

    def __init__(self, weights: LayerWeights, memory_BSD: Tensor) -> None:
        cross = weights.cross_attn
        self.weights = weights
        self.cross_k = cross.split(cross.k_proj(memory_BSD)).contiguous()
        self.cross_v = cross.split(cross.v_proj(memory_BSD)).contiguous()
        self.own: Tensor | None = None
        self.spare: Tensor | None = None  # second buffer, swapped with `own` on every reorder

    def keep_sentences(self, indices_B: Tensor) -> None:
        """Keep the memory of these sentences only."""
        self.cross_k = self.cross_k.index_select(0, indices_B)
        self.cross_v = self.cross_v.index_select(0, indices_B)

    def select(self, parents_R: Tensor, position: int) -> None:
        """Keep, repeat or reorder rows of the self-attention cache."""
        if self.own is not None:
            kept = self.spare
            if kept is None or kept.shape[:2] != (self.own.shape[0], parents_R.shape[0]):
                kept = self.allocate(self.own.shape[0], parents_R.shape[0], self.own)
            torch.index_select(self.own[:position], 1, parents_R, out=kept[:position])
            self.own, self.spare = kept, self.own

    @staticmethod
    def allocate(capacity: int, rows: int, like: Tensor) -> Tensor:
        """Allocate an uninitialised cache of `capacity` positions."""
        return like.new_empty(capacity, rows, *like.shape[2:])

    def grow(self, kv_R2HE: Tensor, position: int) -> tuple[Tensor, Tensor]:
        """Append this position's keys and values; return all so far, (R, H, P, E) each."""
        if self.own is None:
            self.own = self.allocate(FIRST_CAPACITY, kv_R2HE.shape[0], kv_R2HE[None])
        elif position == self.own.shape[0]:
            larger = self.allocate(2 * position, self.own.shape[1], self.own)
            larger[:position] = self.own
            self.own = larger
        self.own[position] = kv_R2HE
        k_RHPE, v_RHPE = self.own[: position + 1].permute(2, 1, 3, 0, 4).unbind(0)
        return k_RHPE, v_RHPE

    def step(self, x_RD: Tensor, position: int, mask: Tensor | None, groups: Groups) -> Tensor:
        """Run the decoder layer for one position of every row."""
        w = self.weights
        rows, width = x_RD.shape
        head = (rows, w.heads, 1, width // w.heads)

        qkv_R3D = w.self_qkv(w.add1.enter(x_RD))
        k_RHPE, v_RHPE = self.grow(qkv_R3D[:, width:].view(rows, 2, w.heads, -1), position)
        heads = F.scaled_dot_product_attention(qkv_R3D[:, :width].view(head), k_RHPE, v_RHPE)
        x_RD = w.add1.leave(x_RD, w.self_out(heads.reshape(rows, width)))

        q_BWHE = groups.gather(w.cross_q(w.add2.enter(x_RD))).unflatten(-1, (w.heads, -1))
        heads = attend(q_BWHE.transpose(1, 2), self.cross_k, self.cross_v, mask)
        heads_RD = groups.scatter(heads.transpose(1, 2).flatten(2))
        x_RD = w.add2.leave(x_RD, w.cross_out(heads_RD))

        return w.add3.leave(x_RD, w.contract(w.activation(w.expand(w.add3.enter(x_RD)))))


class Decoder(Protocol):
    """Decoding step function: ids and parents in, log-probabilities out."""

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor: ...


def decoder_for(
    weights: DecoderWeights, src_BS: Tensor, memory_BSD: Tensor | None = None
) -> Decoder:
    """Return a cached decoder, or one that recomputes the prefix if the model is not causal.

    `memory_BSD` is the encoder's output for `src_BS`, if it is already known.
    """
    if weights.model.config.causal:
        return CachedDecoder(weights, src_BS, memory_BSD)
    return PrefixDecoder(weights, src_BS, memory_BSD)


class PrefixDecoder:
    """Decoding step function without a cache: recomputes the whole prefix at every step."""

    def __init__(
        self, weights: DecoderWeights, src_BS: Tensor, memory_BSD: Tensor | None = None
    ) -> None:
        self.model = weights.model
        self.src_mask = padding_mask(src_BS)
        self.memory_BSD = (
            self.model.encode(src_BS, self.src_mask) if memory_BSD is None else memory_BSD
        )
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
    """Decoding step function with a key-value cache: ids and parents in, log-probabilities out.

    Call it under `torch.inference_mode()`. Row r continues row parents[r] of the previous call;
    in the first call parents[r] is the sentence of row r. Ids and parents may be on the CPU.
    """

    def __init__(
        self, weights: DecoderWeights, src_BS: Tensor, memory_BSD: Tensor | None = None
    ) -> None:
        self.weights = weights
        mask = padding_mask(src_BS)
        if memory_BSD is None:
            memory_BSD = weights.model.encode(src_BS, mask)
        # Sentences of one length need no mask, and attention without one is faster.
        self.mask = None if bool(mask.all()) else mask
        self.layers = [LayerCache(layer, memory_BSD) for layer in weights.layers]
        self.position = 0
        self.sentences = self.alive = torch.arange(src_BS.shape[0])
        self.groups = Groups(self.sentences, weights.device)

    def select(self, parents_R: Tensor) -> None:
        """Reorder the cached rows to `parents_R`; copies nothing if the order is unchanged."""
        count = self.sentences.shape[0]
        if parents_R.shape[0] == count and torch.equal(parents_R, torch.arange(count)):
            return
        sentences = self.sentences[parents_R]
        if not torch.equal(sentences, self.sentences):
            self.sentences = sentences
            self.group()
        on_device = parents_R.to(self.weights.device)
        for layer in self.layers:
            layer.select(on_device, self.position)

    def group(self) -> None:
        """Drop the memory of sentences that have no rows left and regroup the other rows."""
        alive, members_R = self.sentences.unique(return_inverse=True)
        if not torch.equal(alive, self.alive):
            indices_B = torch.searchsorted(self.alive, alive).to(self.weights.device)
            self.alive = alive
            if self.mask is not None:
                self.mask = self.mask.index_select(0, indices_B)
            for layer in self.layers:
                layer.keep_sentences(indices_B)
        self.groups = Groups(members_R, self.weights.device)

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """(R,), (R,) -> natural log-probabilities over the whole vocabulary, (R, V) float32."""
        self.select(parents_R.cpu())
        model = self.weights.model
        ids_R1 = ids_R.to(self.weights.device)[:, None]
        x_RD = model.decoder_embedding(ids_R1, model.target_matrix, start=self.position)[:, 0]
        for layer in self.layers:
            x_RD = layer.step(x_RD, self.position, self.mask, self.groups)
        self.position += 1
        logits_RV = self.weights.projection(model.decoder_norm(x_RD))
        return logits_RV.float().log_softmax(dim=-1)
