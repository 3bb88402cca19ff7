"""Padding, and masks: True = may look.

Shape suffixes: B sentences, Q queries, S keys; heads broadcast over 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from explainer.model.ids import PAD


def pad(rows: Sequence[Sequence[int]]) -> Tensor:
    """Rows of ids of unequal length as one grid, (B, longest), PAD behind each row."""
    width = max(len(row) for row in rows)
    return torch.tensor([[*row, *[PAD] * (width - len(row))] for row in rows])


def padding_mask(ids_BS: Tensor) -> Tensor:
    """Keys that are real tokens, (B, 1, 1, S): no query may look at padding."""
    return (ids_BS != PAD)[:, None, None, :]


def causal_mask(length: int, device: torch.device | None = None) -> Tensor:
    """Position t may look at 0..t, (1, 1, T, T) (section 3.2.3, "leftward information flow")."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()[None, None]


def causal_target_mask(ids_BT: Tensor) -> Tensor:
    """The decoder's mask; padding behind a target is hidden from its real tokens by it, too."""
    return causal_mask(ids_BT.shape[1], ids_BT.device)


def additive(mask: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
    """The same mask as numbers to add to the scores: 0 where allowed, -inf elsewhere."""
    zeros = torch.zeros(mask.shape, dtype=dtype, device=mask.device)
    return zeros.masked_fill(~mask, float("-inf"))
