"""The folder with the networks for pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from explainer.model.networks import load_weights
from explainer.model.vision.config import VisionConfig
from explainer.model.vision.networks import Network, make_network

VISION: Final = "images"  # the folder's name below `pretrained/`


def load_network(folder: Path, name: str) -> Network:
    """A network in evaluation mode, float32, no gradients. Raises CheckpointError."""
    return load_weights(folder, name, lambda card: make_network(VisionConfig.from_dict(card)))
