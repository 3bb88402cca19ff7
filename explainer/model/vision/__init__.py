"""Networks that read an image as a sequence of patches, in PyTorch."""

from explainer.model.networks import read_facts, save_networks
from explainer.model.vision.config import NAMES, VisionConfig
from explainer.model.vision.networks import FIRST, LETTERS, Network, make_network
from explainer.model.vision.patches import GRID, PATCH, SIDE, TOKENS, to_patches
from explainer.model.vision.store import VISION, load_network

__all__ = [
    "FIRST",
    "GRID",
    "LETTERS",
    "NAMES",
    "PATCH",
    "SIDE",
    "TOKENS",
    "VISION",
    "Network",
    "VisionConfig",
    "load_network",
    "make_network",
    "read_facts",
    "save_networks",
    "to_patches",
]
