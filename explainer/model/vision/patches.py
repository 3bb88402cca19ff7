"""Cut 28 x 28 images into a sequence of 7 x 7 patches of 4 x 4 pixels (arXiv:2010.11929, 3.1).

Shape suffixes: B images, Y rows, X columns, S patches, P pixels per patch.
"""

from __future__ import annotations

from typing import Final

from torch import Tensor

SIDE: Final = 28  # pixels
PATCH: Final = 4  # pixels
GRID: Final = SIDE // PATCH  # patches across and down
TOKENS: Final = GRID * GRID
WIDTH: Final = PATCH * PATCH  # pixels per token


def to_patches(pictures_BYX: Tensor) -> Tensor:
    """(B, 28, 28) -> (B, 49, 16): patches and the pixels of each in row-major order."""
    blocks = pictures_BYX.unflatten(-1, (GRID, PATCH)).unflatten(-3, (GRID, PATCH))
    patches_BSP: Tensor = blocks.transpose(-3, -2).flatten(-2).flatten(-3, -2)
    return patches_BSP
