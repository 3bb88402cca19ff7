"""Restricted self-attention (arXiv:1706.03762, section 4): every position sees a window of keys.

The windows are views that `Tensor.unfold` cuts, so a score is computed for r keys a query and no
other; a mask over the full map would show the same picture and save nothing.

Shape suffixes: N positions, R places of a window, D width of a vector.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

Pattern = Literal["window", "causal", "dilated", "global"]
STEP: Final = 2  # between the keys of a dilated window


@dataclass(frozen=True)
class Window:
    """`before` and `after` places beside a query, `step` positions from one to the next."""

    before: int
    after: int
    step: int = 1

    @property
    def places(self) -> int:
        """r, the query's own place among them."""
        return self.before + 1 + self.after


def window_of(pattern: Pattern, side: int) -> Window:
    """The window of a pattern that reaches `side` places far; "global" is one beside its tokens."""
    if pattern == "causal":
        return Window(side, 0)
    return Window(side, side, STEP if pattern == "dilated" else 1)


def unfolded(x_ND: Tensor, window: Window) -> Tensor:
    """(N, D) -> (N, R, D), row n with the vectors of its window: a view of the padded input."""
    padding = (0, 0, window.before * window.step, window.after * window.step)
    span = (window.places - 1) * window.step + 1
    windows_NDR = F.pad(x_ND, padding).unfold(0, span, 1)[..., :: window.step]
    return windows_NDR.transpose(1, 2)


def places(n: int, window: Window, device: torch.device | None = None) -> Tensor:
    """(N, R) which position each place of a window is; below 0 or from N on there is none."""
    offsets = torch.arange(-window.before, window.after + 1, device=device) * window.step
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


def visible(n: int, pattern: Pattern, side: int) -> Tensor:
    """(N, N), True = may look: the band as a mask; "global" opens the first row and column too."""
    window = window_of(pattern, side)
    at_NR = places(n, window)
    mask = torch.zeros(n, n, dtype=torch.bool)
    inside = (at_NR >= 0) & (at_NR < n)
    rows = torch.arange(n)[:, None].expand_as(at_NR)
    mask[rows[inside], at_NR[inside]] = True
    if pattern == "global":
        mask[0, :] = mask[:, 0] = True
    return mask


def masked_weights(q_ND: Tensor, k_ND: Tensor, mask_NN: Tensor) -> Tensor:
    """The same weights the dear way: all n x n scores, then most of them thrown away."""
    scores_NN = q_ND @ k_ND.T / math.sqrt(q_ND.shape[-1])
    return scores_NN.masked_fill(~mask_NN, -math.inf).softmax(dim=-1)


def window_map(
    q: NDArray[np.floating], k: NDArray[np.floating], pattern: Pattern, side: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_], float]:
    """Weights (N, N) of a pattern from q and k (N, D), what is visible, and how far the weights of
    the mask are from those of the windows, in float64.

    Global tokens are no window: there the mask alone gives the weights, and the difference is 0.
    """
    q_ND, k_ND = (torch.from_numpy(np.asarray(x, dtype=np.float64).copy()) for x in (q, k))
    mask = visible(len(q_ND), pattern, side)
    masked = masked_weights(q_ND, k_ND, mask)
    if pattern == "global":
        return masked.numpy(), mask.numpy(), 0.0
    window = window_of(pattern, side)
    at_NR = places(len(q_ND), window)
    inside = (at_NR >= 0) & (at_NR < len(q_ND))
    spread = torch.zeros_like(masked)
    rows = torch.arange(len(q_ND))[:, None].expand_as(at_NR)
    spread[rows[inside], at_NR[inside]] = restricted_weights(q_ND, k_ND, window)[inside]
    return spread.numpy(), mask.numpy(), float((spread - masked).abs().max())
