"""The drawing of the residual stream as a river: what flows, what pours in, which word surfaces."""

from __future__ import annotations

from explainer.chapters.layers.river.mount import FOLDER, SCRIPTS, river
from explainer.chapters.layers.river.payload import Flow, Level, Mouth, RiverWords, river_payload

__all__ = [
    "FOLDER",
    "SCRIPTS",
    "Flow",
    "Level",
    "Mouth",
    "RiverWords",
    "river",
    "river_payload",
]
