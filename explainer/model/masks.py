"""Padding and attention masks; True = may attend.

Shape suffixes: B sentences, Q queries, S keys; heads broadcast over 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from explainer.model.ids import PAD


def pad(rows: Sequence[Sequence[int]]) -> Tensor:
    """Pad rows of ids on the right with PAD to one tensor, (B, longest)."""
    width = max(len(row) for row in rows)
    return torch.tensor([[*row, *[PAD] * (width - len(row))] for row in rows])


def padding_mask(ids_BS: Tensor) -> Tensor:
    """Return a mask of the keys that are not padding, (B, 1, 1, S)."""
    return (ids_BS != PAD)[:, None, None, :]


def causal_mask(length: int, device: torch.device | None = None) -> Tensor:
    """Let position t attend to 0..t only, (1, 1, T, T).

    Section 3.2.3: no "leftward information flow".
    """
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()[None, None]


def causal_target_mask(ids_BT: Tensor) -> Tensor:
    """Return the decoder's causal mask; it also hides trailing padding from real tokens."""
    return causal_mask(ids_BT.shape[1], ids_BT.device)


def additive(mask: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """Convert a boolean mask to one that is added to the scores: 0 if allowed, -inf elsewhere."""
    zeros = torch.zeros(mask.shape, dtype=dtype, device=mask.device)
    return zeros.masked_fill(~mask, float("-inf"))
