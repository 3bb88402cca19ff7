"""Rasterise a reader's pen strokes into an MNIST-like picture: size, stroke width, centring.

The digits of MNIST were scaled to fit into 20 x 20 pixels with their proportions kept, and placed
in 28 x 28 with their centre of mass in the middle (LeCun et al. 1998, section III). A network
trained on such pictures knows no others, so a drawing is preprocessed the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FIELD: Final = 28  # pixels
BOX: Final = 20  # pixels, the longer side of a digit, stroke width included
PEN: Final = 1.3  # pixels, half a stroke's width, measured to the middle of its blurred edge
BLUR: Final = 1.4  # pixels from full ink to none


def picture(strokes: Sequence[Sequence[tuple[int, int]]]) -> NDArray[np.float32]:
    """Rasterise strokes of points (x, y), in any unit, to ink (28, 28) in 0..1; blank for none."""
    if not strokes:
        return np.zeros((FIELD, FIELD), dtype=np.float32)
    lines = [np.asarray(stroke, dtype=np.float64) for stroke in strokes]
    points = np.concatenate(lines)
    low, high = points.min(axis=0), points.max(axis=0)
    scale = (BOX - 2 * PEN) / max(float((high - low).max()), 1.0)
    middle = (FIELD - 1) / 2
    placed = [(line - (low + high) / 2) * scale + middle for line in lines]
    off = middle - centre_of_mass(_ink(placed))
    return _ink([line + off for line in placed]).astype(np.float32)


def centre_of_mass(ink: NDArray[np.floating]) -> Floats:
    """Return (x, y) in pixels, measured from the centre of the first pixel."""
    y, x = np.indices(ink.shape)
    return np.array([(ink * x).sum(), (ink * y).sum()]) / ink.sum()


def _ink(lines: Sequence[Floats]) -> Floats:
    """Draw lines: full ink up to PEN - BLUR / 2 from a line, none beyond PEN + BLUR / 2."""
    y, x = np.indices((FIELD, FIELD), dtype=np.float64)
    pixels = np.stack([x, y], axis=-1)
    nearest = np.full((FIELD, FIELD), np.inf)
    for line in lines:
        for start, end in zip(line, line[1:] if len(line) > 1 else line, strict=False):
            nearest = np.minimum(nearest, _distance(pixels, start, end))
    return np.clip((PEN - nearest) / BLUR + 0.5, 0.0, 1.0)


def _distance(pixels: Floats, start: Floats, end: Floats) -> Floats:
    """Return every pixel's distance to the segment from start to end."""
    along = end - start
    share = ((pixels - start) @ along) / max(float(along @ along), 1e-12)
    nearest = start + np.clip(share, 0.0, 1.0)[..., None] * along
    return np.linalg.norm(pixels - nearest, axis=-1)
