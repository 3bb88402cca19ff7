"""Batches of sentences of unequal length, and the effect of padding and causal masks.

`batch_pass`, `incremental_log_probs`, `edge_probs` and `invariance` run the model; the rest works
on recorded scores in float64.

Shape suffixes: B sentences, H heads, Q queries, K keys, S source tokens, T target tokens,
D d_model, V vocabulary, L layers.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from explainer.analysis.interventions import Intervention, edits
from explainer.analysis.lookup import softmax
from explainer.model.cache import DecoderWeights, decoder_for
from explainer.model.config import ModelConfig
from explainer.model.ids import PAD
from explainer.model.masks import pad, padding_mask
from explainer.model.names import ATTENTION
from explainer.model.trace import Trace
from explainer.model.transformer import Transformer

Array = NDArray[Any]
Floats = NDArray[np.floating]
Mask = NDArray[np.bool_]
Row = tuple[Sequence[int], Sequence[int]]  # source ids (EOS last) and fed ids (BOS first)

KEPT: Final = ("q", "k", "scores", "weights")  # of every attention
NO_KEY: Final = -np.inf


def batch_pass(
    model: Transformer, rows: Sequence[Row], padding_mask: bool = True, double: bool = False
) -> dict[str, Array]:
    """Run one teacher-forced pass over a padded batch; every array keeps its batch axis.

    Returns "source" (B, S) and "fed" (B, T), ids padded on the right with PAD; "encoder.mask",
    "decoder.mask" and "cross.mask" (B, Q, K), the model's own masks (the same in all layers and
    heads); q, k, scores and weights of every attention under their trace names; "memory" and
    "logits". Without `padding_mask` every token may attend to padding; `double` computes in
    float64. Raises ValueError for no rows and for more tokens than the model has positions.
    """
    if not rows:
        raise ValueError("a batch needs at least one sentence")
    device = model.matrix.device
    src_BS, fed_BT = (pad([row[i] for row in rows]).to(device) for i in (0, 1))
    # A copy: the model itself is shared by all visitors.
    runner = copy.deepcopy(model).double() if double else model
    trace = Trace(edits(model.config, () if padding_mask else padding_unmasked(model.config)))
    with torch.no_grad():
        runner(src_BS, fed_BT, trace)
    arrays: dict[str, Array] = {"source": src_BS.cpu().numpy(), "fed": fed_BT.cpu().numpy()}
    for kind, (stack, part) in ATTENTION.items():
        arrays[f"{kind}.mask"] = trace[f"{stack}.0.{part}.mask"][:, 0].cpu().contiguous().numpy()
    for name, tensor in trace.tensors.items():
        if name in ("memory", "logits") or ("attn" in name and name.split(".")[-1] in KEPT):
            arrays[name] = tensor.cpu().contiguous().numpy()
    for array in arrays.values():
        array.setflags(write=False)
    return arrays


def padding_unmasked(config: ModelConfig) -> tuple[Intervention, ...]:
    """Return the interventions that remove the padding masks but keep a causal mask."""
    kinds = ("encoder", "cross") if config.causal else tuple(ATTENTION)
    return tuple(Intervention("unmask", kind) for kind in kinds)


def incremental_log_probs(
    weights: DecoderWeights, source_ids: Sequence[int], fed_ids: Sequence[int]
) -> NDArray[np.float32]:
    """Return log-probabilities (T, V) from cached decoding, one token per step, as in inference."""
    device = weights.device
    log_probs = []
    with torch.inference_mode():
        step = decoder_for(weights, torch.tensor([list(source_ids)], device=device))
        for token in fed_ids:
            log_probs.append(step(torch.tensor([token]), torch.tensor([0]))[0].cpu().numpy())
    return np.stack(log_probs)


def band(edge: int, length: int) -> Mask:
    """Mask (T, T) where position t may attend to 0..t + edge: 0 is causal, length - 1 no mask."""
    return np.tri(length, k=edge, dtype=bool)


EDGE_TOKENS: Final = 1024  # tokens in one pass of `edge_probs`: each needs V logits


def edge_probs(
    model: Transformer,
    source_ids: Sequence[int],
    fed_ids: Sequence[int],
    wanted: Sequence[int],
    edges: Sequence[int],
) -> NDArray[np.float32]:
    """Return p(wanted) at every position for each edge of the decoder mask (`band`), (edges, T).

    Several edges share one teacher-forced pass; all layers and heads get the same mask.
    """
    src_1S = torch.tensor([list(source_ids)], device=model.matrix.device)
    fed_1T = torch.tensor([list(fed_ids)], device=model.matrix.device)
    ids_1T1 = torch.tensor(list(wanted), device=model.matrix.device)[None, :, None]
    size, probs = max(1, EDGE_TOKENS // len(fed_ids)), []
    with torch.inference_mode():
        src_mask = padding_mask(src_1S)
        memory_1SD = model.encode(src_1S, src_mask)
        for start in range(0, len(edges), size):
            some = edges[start : start + size]
            mask_B1TT = torch.from_numpy(np.stack([band(edge, len(fed_ids)) for edge in some]))
            out_BTD = model.decode(
                fed_1T.expand(len(some), -1),
                memory_1SD.expand(len(some), -1, -1),
                src_mask,
                mask_B1TT[:, None].to(fed_1T.device),
            )
            probs_BTV = model.project(out_BTD).softmax(dim=-1)
            picked_BT1 = probs_BTV.gather(-1, ids_1T1.expand(len(some), -1, -1))
            probs.append(picked_BT1[..., 0].cpu().numpy())
    return np.concatenate(probs)


def largest_differences(
    batch: Mapping[str, Array], alone: Sequence[Mapping[str, Array]]
) -> NDArray[np.float64]:
    """Largest |batched logit - single logit| of each sentence, padding excluded, (B,)."""
    differences = []
    for row, single in enumerate(alone):
        expected = single["logits"][0].astype(np.float64)
        batched = batch["logits"][row, : len(expected)].astype(np.float64)
        differences.append(float(np.abs(batched - expected).max()))
    return np.array(differences)


def invariance(model: Transformer, rows: Sequence[Row]) -> dict[str, NDArray[np.float64]]:
    """Compare batched and single passes with `largest_differences` in three settings.

    "float32" and "float64" use the padding mask; "unmasked" is a batch without it, in float32.
    """
    doubled = copy.deepcopy(model).double()
    differences = {}
    for name, runner in (("float32", model), ("float64", doubled)):
        alone = [batch_pass(runner, [row]) for row in rows]
        differences[name] = largest_differences(batch_pass(runner, rows), alone)
        if name == "float32":
            differences["unmasked"] = largest_differences(batch_pass(model, rows, False), alone)
    return differences


def additive(mask: Mask) -> NDArray[np.float64]:
    """Return the additive form of a mask: 0 where it is True, -inf elsewhere."""
    return np.where(mask, 0.0, NO_KEY)


def with_padding(mask: Mask, ids: NDArray[np.integer]) -> Mask:
    """Combine the mask (Q, K) with the padding mask of the key ids (K,)."""
    return np.asarray(mask & (ids != PAD)[None, :], dtype=bool)


@dataclass(frozen=True)
class RowSteps:
    """Steps of the softmax of one row (K,): masked = score + mask, raised = e^masked, weight.

    The weight is raised / total.
    """

    score: NDArray[np.float64]
    mask: NDArray[np.float64]
    masked: NDArray[np.float64]
    raised: NDArray[np.float64]
    total: float
    weight: NDArray[np.float64]


def row_steps(scores: Floats, mask: Mask) -> RowSteps:
    """Compute the softmax of one masked row step by step."""
    score, added = scores.astype(np.float64), additive(mask)
    raised = np.exp(score + added)
    total = float(raised.sum())
    with np.errstate(invalid="ignore"):
        return RowSteps(score, added, score + added, raised, total, raised / total)


def multiplied_after(scores: Floats, mask: Mask) -> NDArray[np.float64]:
    """Mask the wrong way: softmax over all keys, then multiply by 0 or 1.

    Rows no longer sum to 1: they lack the masked keys' share of the denominator.
    """
    return softmax(scores) * mask


def teacher_loss(probs_TV: Floats, wanted: Sequence[int]) -> float:
    """Return the mean of -ln p(wanted) over the positions, in nats per token."""
    return float(-np.log(wanted_probs(probs_TV, wanted).astype(np.float64)).mean())


def wanted_probs(probs_TV: Floats, wanted: Sequence[int]) -> Floats:
    """Pick p(wanted) at every position, (T,)."""
    return np.asarray(probs_TV[np.arange(len(wanted)), list(wanted)])
