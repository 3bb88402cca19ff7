"""Dropout with cheap random numbers on the CPU (section 5.4)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

LANES = 1 << 16  # values of a 16-bit number; a 64-bit random number decides on four elements
LOWEST = -(1 << 63)


class Dropout(nn.Module):
    """Inverted dropout: in training zero each element with probability `p`, scale by 1 / (1 - p).

    On the CPU PyTorch draws one random number per element, a tenth of a training step; here one
    64-bit number from the same generator serves four elements, so p is rounded to 1 / 65536.
    """

    def __init__(self, p: float) -> None:
        super().__init__()
        self.p = p

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or self.p == 0:
            return x
        if x.is_cuda:
            return nn.functional.dropout(x, self.p)
        dropped = round(self.p * LANES)
        words = torch.empty((x.numel() + 3) // 4, dtype=torch.int64).random_(LOWEST, None)
        lanes = words.view(torch.int16)[: x.numel()].view(x.shape)
        keep = (lanes >= dropped - LANES // 2).to(x.dtype)
        return x * keep.mul_(LANES / (LANES - dropped))

    def extra_repr(self) -> str:
        return f"p={self.p}"
