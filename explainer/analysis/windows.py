"""Restricted self-attention (arXiv:1706.03762, section 4): every position sees a window of keys.

The windows are views made by `Tensor.unfold`, so only r scores are computed per query; a mask over
the full map would give the same weights and save nothing.

Shape suffixes: N positions, R positions of a window, D width of a vector.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor


@dataclass(frozen=True)
class Window:
    """A window of `before` and `after` positions around a query."""

    before: int
    after: int

    @property
    def places(self) -> int:
        """r, the query's own position included."""
        return self.before + 1 + self.after


def unfolded(x_ND: Tensor, window: Window) -> Tensor:
    """Gather windows, (N, D) -> (N, R, D): row n is a view of the window of position n, padded."""
    padded_ND = F.pad(x_ND, (0, 0, window.before, window.after))
    return padded_ND.unfold(0, window.places, 1).transpose(1, 2)


def window_positions(n: int, window: Window, device: torch.device | None = None) -> Tensor:
    """Return the positions (N, R) in each window; those below 0 or from N on are padding."""
    offsets = torch.arange(-window.before, window.after + 1, device=device)
    return torch.arange(n, device=device)[:, None] + offsets


def restricted_weights(q_ND: Tensor, k_ND: Tensor, window: Window) -> Tensor:
    """Return softmax(q k^T / sqrt(d_k)) within each window, (N, R)."""
    at_NR = window_positions(len(q_ND), window, q_ND.device)
    scores_NR = torch.bmm(unfolded(k_ND, window), q_ND[:, :, None])[..., 0]
    inside = (at_NR >= 0) & (at_NR < len(q_ND))
    scores_NR = scores_NR.masked_fill(~inside, -math.inf) / math.sqrt(q_ND.shape[-1])
    return scores_NR.softmax(dim=-1)


def restricted_attention(q_ND: Tensor, k_ND: Tensor, v_ND: Tensor, window: Window) -> Tensor:
    """Return windowed attention (N, D): r scores and r values per query."""
    weights_NR = restricted_weights(q_ND, k_ND, window)
    return torch.bmm(weights_NR[:, None, :], unfolded(v_ND, window))[:, 0]
