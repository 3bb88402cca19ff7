"""All layers and heads at a glance: one small palette PNG, one pixel a weight."""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from explainer.charts.palette import GAMMA, PALETTE, lookup, rgb, theme

BUDGET = 40 * 1024  # bytes a mosaic may have; in base64 it is a third more
SHADES = (128, 64, 32, 16)  # tried in this order until the budget is kept
GAP = 1  # pixels between two maps


@dataclass(frozen=True)
class Mosaic:
    """The picture and where each map lies in it, in pixels of the picture.

    The map of layer l and head h covers x = h * (map_width + gap), y = l * (map_height + gap).
    `shrink` > 1 says that each pixel is the largest of shrink x shrink weights.
    """

    png: bytes
    n_layers: int
    n_heads: int
    map_width: int
    map_height: int
    gap: int
    shrink: int


def overview(*, weights: NDArray[np.floating], dark: bool, budget: int = BUDGET) -> Mosaic:
    """(L, H, Q, K) weights 0..1 as one PNG of at most `budget` bytes.

    Shade = w ** 0.7 on the sequential scale. A picture over budget gets fewer shades, then half
    the pixels a side. Raises ValueError for another number of dimensions.
    """
    if weights.ndim != 4:
        raise ValueError(f"expected (layers, heads, Q, K), got shape {weights.shape}")
    maps, shrink = np.asarray(weights, dtype=np.float32), 1
    while True:
        for shades in SHADES:
            mosaic = _draw(maps, dark, shades, shrink)
            if len(mosaic.png) <= budget or max(maps.shape[-2:]) <= 1:
                return mosaic
        maps, shrink = _halve(maps), shrink * 2


def _draw(maps: NDArray[np.float32], dark: bool, shades: int, shrink: int) -> Mosaic:
    n_layers, n_heads, height, width = maps.shape
    step = np.rint(np.clip(maps, 0.0, 1.0) ** GAMMA * (shades - 1)).astype(np.uint8)
    canvas = np.full(
        (n_layers * (height + GAP) - GAP, n_heads * (width + GAP) - GAP), shades, dtype=np.uint8
    )
    for layer in range(n_layers):
        for head in range(n_heads):
            top, left = layer * (height + GAP), head * (width + GAP)
            canvas[top : top + height, left : left + width] = step[layer, head]
    picture = Image.fromarray(canvas, mode=None).convert("P")
    picked = np.rint(np.linspace(0, 255, shades)).astype(int)
    colours = [*lookup(dark)[picked].tolist(), list(rgb(PALETTE[theme(dark)]["page"]))]
    picture.putpalette([value for colour in colours for value in colour])
    buffer = io.BytesIO()
    picture.save(buffer, format="PNG", optimize=True, transparency=shades)
    return Mosaic(buffer.getvalue(), n_layers, n_heads, width, height, GAP, shrink)


def _halve(maps: NDArray[np.float32]) -> NDArray[np.float32]:
    """Half the pixels a side; the strongest weight of each 2 x 2 block stays visible."""
    height, width = maps.shape[-2:]
    padded = np.pad(maps, ((0, 0), (0, 0), (0, height % 2), (0, width % 2)))
    blocks = padded.reshape(*maps.shape[:2], (height + 1) // 2, 2, (width + 1) // 2, 2)
    return blocks.max(axis=(3, 5)).astype(np.float32)
