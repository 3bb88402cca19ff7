"""The drawing of positions as clocks: tokens to drag along the sentence, whose hands turn."""

from __future__ import annotations

from explainer.chapters.positions.dials.mount import FOLDER, SCRIPTS, dials
from explainer.chapters.positions.dials.payload import (
    Choice,
    DialWords,
    Outcome,
    dial_pairs,
    dials_payload,
    moving_pairs,
)

__all__ = [
    "FOLDER",
    "SCRIPTS",
    "Choice",
    "DialWords",
    "Outcome",
    "dial_pairs",
    "dials",
    "dials_payload",
    "moving_pairs",
]
