"""Softmax rows as bars of length 1 that are cut anew while d_k is dragged, and the spread of the
scores before and after the division on one axis."""

from __future__ import annotations

from explainer.chapters.scaling.recut.mount import FOLDER, recut
from explainer.chapters.scaling.recut.payload import (
    Cut,
    RecutWords,
    Spread,
    recut_payload,
    spread_of,
)

__all__ = ["FOLDER", "Cut", "RecutWords", "Spread", "recut", "recut_payload", "spread_of"]
