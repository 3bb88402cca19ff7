"""Dropout whose random numbers cost little on a processor (section 5.4)."""

from __future__ import annotations

import torch
from torch import Tensor, nn

LANES = 1 << 16  # a 64-bit random number makes four decisions of 16 bits
LOWEST = -(1 << 63)


class Dropout(nn.Module):
    """In training each number is 0 with probability `p`, else divided by 1 - p (inverted dropout).

    On the CPU PyTorch draws one random number per element, a tenth of a training step; here one
    64-bit number from the same generator serves four elements, so p is a multiple of 1 / 65536.
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
