"""Restricted self-attention (arXiv:1706.03762, section 4): every position sees a window of keys.

The windows are views that `Tensor.unfold` cuts, so a score is computed for r keys a query and no
other; a mask over the full map would show the same picture and save nothing.

Shape suffixes: N positions, R places of a window, D width of a vector.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor


@dataclass(frozen=True)
class Window:
    """`before` and `after` places beside a query."""

    before: int
    after: int

    @property
    def places(self) -> int:
        """r, the query's own place among them."""
        return self.before + 1 + self.after


def unfolded(x_ND: Tensor, window: Window) -> Tensor:
    """(N, D) -> (N, R, D), row n with the vectors of its window: a view of the padded input."""
    padded_ND = F.pad(x_ND, (0, 0, window.before, window.after))
    return padded_ND.unfold(0, window.places, 1).transpose(1, 2)


def places(n: int, window: Window, device: torch.device | None = None) -> Tensor:
    """(N, R) which position each place of a window is; below 0 or from N on there is none."""
    offsets = torch.arange(-window.before, window.after + 1, device=device)
    return torch.arange(n, device=device)[:, None] + offsets


def restricted_weights(q_ND: Tensor, k_ND: Tensor, window: Window) -> Tensor:
    """softmax(q k^T / sqrt(d_k)) over the places of each window, (N, R)."""
    at_NR = places(len(q_ND), window, q_ND.device)
    scores_NR = torch.bmm(unfolded(k_ND, window), q_ND[:, :, None])[..., 0]
    inside = (at_NR >= 0) & (at_NR < len(q_ND))
    scores_NR = scores_NR.masked_fill(~inside, -math.inf) / math.sqrt(q_ND.shape[-1])
    return scores_NR.softmax(dim=-1)


def restricted_attention(q_ND: Tensor, k_ND: Tensor, v_ND: Tensor, window: Window) -> Tensor:
    """r scores and r values a query, (N, D)."""
    weights_NR = restricted_weights(q_ND, k_ND, window)
    return torch.bmm(weights_NR[:, None, :], unfolded(v_ND, window))[:, 0]
