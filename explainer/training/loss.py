"""Cross-entropy with label smoothing; logits of padding are never computed.

Shape suffixes: B sentences, T target tokens, D d_model, M real (not PAD) target tokens,
C a chunk of them, V vocabulary.
"""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from explainer.model import padding_mask
from explainer.model.kinds import Network
from explainer.model.transformer import Transformer
from explainer.tokenizer import PAD
from explainer.training.batches import Batch

CHUNK = 256


def real_vectors(model: Network, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return decoder states (M, D) and target ids (M,) of the positions that are not padding.

    The output projection is the most expensive step of a small model, so padding is skipped.
    """
    src_mask = padding_mask(batch.src_BS)
    if isinstance(model, Transformer):
        memory_BSD = model.encode(batch.src_BS, src_mask)
        x_BTD = model.decode(batch.fed_BT, memory_BSD, src_mask)
    else:
        x_BTD = model.decode(batch.fed_BT, model.encode(batch.src_BS))
    real_BT = batch.wanted_BT != PAD
    return x_BTD[real_BT], batch.wanted_BT[real_BT]


class ProjectedCrossEntropy(torch.autograd.Function):
    """Fused output projection, softmax and smoothed cross-entropy, over chunks of positions.

    The loss of one position is -sum_v q_v log p_v with q = (1 - eps) onehot + eps / V (section
    5.4), its gradient with respect to the logits p - q. Both are computed while the chunk's logits
    are still in the CPU cache, so the full (M, V) matrix is never stored.
    """

    @staticmethod
    def forward(
        ctx: Any, x_MD: Tensor, matrix_VD: Tensor, wanted_M: Tensor, smoothing: float
    ) -> Tensor:
        low = torch.is_autocast_enabled(x_MD.device.type)
        dtype = torch.get_autocast_dtype(x_MD.device.type) if low else x_MD.dtype
        exact = torch.promote_types(dtype, torch.float32)  # long sums need float32 at least
        x_MD, matrix = x_MD.to(dtype), matrix_VD.to(dtype)
        n_vocab = matrix.shape[0]
        total = torch.zeros((), dtype=exact, device=x_MD.device)
        grad_x = torch.empty_like(x_MD)
        grad_matrix = torch.zeros_like(matrix_VD, dtype=exact)
        for start in range(0, x_MD.shape[0], CHUNK):
            rows = slice(start, start + CHUNK)
            logits_CV = (x_MD[rows] @ matrix.T).to(exact)
            wanted_C1 = wanted_M[rows, None]
            probs_CV = logits_CV.softmax(dim=-1)
            # log-sum-exp from the largest entry, whose probability cannot underflow
            norm_C = logits_CV.amax(dim=-1) - probs_CV.amax(dim=-1).log()
            target = logits_CV.gather(1, wanted_C1).sum()
            uniform = logits_CV.sum() / n_vocab
            total += norm_C.sum() - (1 - smoothing) * target - smoothing * uniform
            probs_CV.sub_(smoothing / n_vocab)
            probs_CV.scatter_add_(1, wanted_C1, torch.full_like(probs_CV[:, :1], smoothing - 1))
            grad_CV = probs_CV.to(dtype)
            grad_x[rows] = grad_CV @ matrix
            grad_matrix += (grad_CV.T @ x_MD[rows]).to(exact)
        ctx.save_for_backward(grad_x, grad_matrix)
        ctx.count = x_MD.shape[0]
        return total / ctx.count

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        grad_x, grad_matrix = ctx.saved_tensors
        scale = grads[0] / ctx.count
        return grad_x * scale.to(grad_x.dtype), grad_matrix * scale, None, None


def training_loss(model: Network, batch: Batch, label_smoothing: float) -> Tensor:
    """Return the mean loss per target token in nats, with label smoothing (section 5.4)."""
    x_MD, wanted_M = real_vectors(model, batch)
    loss: Tensor = ProjectedCrossEntropy.apply(x_MD, model.matrix, wanted_M, label_smoothing)
    return loss


@torch.inference_mode()
def sentence_losses(model: Network, batch: Batch) -> Tensor:
    """Return each target's mean cross-entropy without smoothing, in nats per token, (B,)."""
    x_MD, wanted_M = real_vectors(model, batch)
    real_BT = batch.wanted_BT != PAD
    loss_BT = torch.zeros(real_BT.shape, device=real_BT.device)
    loss_BT[real_BT] = F.cross_entropy(model.project(x_MD), wanted_M, reduction="none")
    return loss_BT.sum(dim=1) / real_BT.sum(dim=1)


@torch.inference_mode()
def dev_loss(model: Network, batches: list[Batch], device: torch.device) -> float:
    """Return the mean cross-entropy without smoothing, in nats per token (log perplexity)."""
    model.eval()
    total, count = 0.0, 0
    for batch in batches:
        x_MD, wanted_M = real_vectors(model, batch.to(device))
        logits_MV = model.project(x_MD).float()
        total += float(F.cross_entropy(logits_MV, wanted_M, reduction="sum"))
        count += wanted_M.numel()
    model.train()
    return total / count
