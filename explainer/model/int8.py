"""Weights in a quarter of the room: int8, with one scale a row.

Each row of a matrix is divided by its largest absolute value / 127 and rounded: symmetric, per-row
quantization (per-channel in Jacob et al. 2018, arXiv:1712.05877). Vectors (biases, gains) are few
and stay in half precision. Shape suffixes: N rows, D columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import torch
from torch import Tensor

SCALE: Final = ".scale"  # what is added to the name of a matrix for the name of its scales
LEVELS: Final = 127


def quantized(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Of a matrix (N, D) its int8 and, as NAME.scale, its scales (N, 1) in float32."""
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
    """Float32, also of weights that were not quantized. Raises KeyError for int8 without scale."""
    scales = {name + SCALE for name, tensor in stored.items() if tensor.dtype == torch.int8}
    weights = {name: tensor.float() for name, tensor in stored.items() if name not in scales}
    for name in (scale.removesuffix(SCALE) for scale in scales):
        weights[name] *= stored[name + SCALE]
    return weights
