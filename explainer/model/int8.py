"""int8 quantization of weights with one scale per row, a quarter of the size of float32.

Each row of a matrix is divided by its largest absolute value / 127 and rounded: symmetric, per-row
quantization (per-channel in Jacob et al. 2018, arXiv:1712.05877). Vectors (biases, gains) are small
and stay in half precision. Shape suffixes: N rows, D columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import torch
from torch import Tensor

SCALE: Final = ".scale"  # suffix: NAME.scale holds the scales of matrix NAME
LEVELS: Final = 127


def quantized(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Quantize matrices (N, D) to int8, with float32 scales (N, 1) stored as NAME.scale."""
    stored = {}
    for name, tensor in weights.items():
        exact = tensor.detach().cpu().float()
        if exact.dim() != 2:
            stored[name] = exact.half().contiguous()
            continue
        scale_N1 = (exact.abs().amax(dim=1, keepdim=True) / LEVELS).clamp_min(1e-12)
        stored[name] = (exact / scale_N1).round().to(torch.int8).contiguous()
        stored[name + SCALE] = scale_N1
    return stored


def restore(stored: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Dequantize to float32; other tensors are converted too.

    Raises KeyError for int8 without a scale.
    """
    scales = {name + SCALE for name, tensor in stored.items() if tensor.dtype == torch.int8}
    weights = {name: tensor.float() for name, tensor in stored.items() if name not in scales}
    for name in (scale.removesuffix(SCALE) for scale in scales):
        weights[name] *= stored[name + SCALE]
    return weights
