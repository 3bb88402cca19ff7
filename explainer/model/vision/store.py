"""Load the image networks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from explainer.model.networks import load_weights
from explainer.model.vision.config import VisionConfig
from explainer.model.vision.networks import Network, make_network

VISION: Final = "images"  # folder in `pretrained/`


def load_network(folder: Path, name: str) -> Network:
    """Load a network in evaluation mode, float32, without gradients. Raises CheckpointError."""
    return load_weights(folder, name, lambda card: make_network(VisionConfig.from_dict(card)))
