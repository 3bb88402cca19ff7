"""Matrix products y = x W^T, with oneDNN for many rows.

torch multiplies float32 matrices with MKL, which is half as fast on non-Intel CPUs; oneDNN ships
with torch and is equally fast on all. With few rows all the time goes into reading W.

Shape suffixes: R rows, D inputs, N outputs.
"""

from __future__ import annotations

from functools import cached_property

import torch
import torch.nn.functional as F
from torch import Tensor

FEW_ROWS = 8


def is_usable(weight_ND: Tensor) -> bool:
    """Return whether oneDNN supports this matrix."""
    here = weight_ND.device.type == "cpu" and weight_ND.dtype == torch.float32
    return here and torch.backends.mkldnn.is_available()


def by_onednn(x_RD: Tensor, weight_ND: Tensor, bias_N: Tensor | None = None) -> Tensor:
    """Compute x W^T + b with oneDNN, (R, N)."""
    y_RN: Tensor = torch.ops.mkldnn._linear_pointwise(x_RD, weight_ND, bias_N, "none", [], "")
    return y_RN


def product(x_D: Tensor, weight_ND: Tensor, bias_N: Tensor | None = None) -> Tensor:
    """Compute x W^T + b of vectors (..., D) in float32, with autograd if it is enabled."""
    few = x_D.numel() <= FEW_ROWS * x_D.shape[-1]
    learns = torch.is_grad_enabled() or torch.is_autocast_enabled(x_D.device.type)
    if few or learns or not is_usable(weight_ND):
        return F.linear(x_D, weight_ND, bias_N)
    return by_onednn(x_D, weight_ND, bias_N)


class ManyRows:
    """y = x W^T for many rows, with W in oneDNN's blocked layout.

    The blocked copy of W is made on first use by a large batch, and again after `release`; a
    search on a page never needs it.
    """

    def __init__(self, weight_ND: Tensor) -> None:
        self.weight_ND = weight_ND
        self.is_usable = is_usable(weight_ND)

    @cached_property
    def blocks(self) -> Tensor:
        """W in blocked layout, made on first use."""
        with torch.inference_mode(False):
            blocks: Tensor = torch.ops.mkldnn._reorder_linear_weight(self.weight_ND.contiguous())
            return blocks

    def release(self) -> None:
        """Free the blocked copy."""
        vars(self).pop("blocks", None)

    def fits(self, rows: int) -> bool:
        """Return whether the blocked product is usable and faster for this many rows."""
        return self.is_usable and rows > FEW_ROWS

    def __call__(self, x_RD: Tensor, bias_N: Tensor | None = None) -> Tensor:
        return by_onednn(x_RD, self.blocks, bias_N)
