"""The folder with the networks for pictures: a file of weights each, config.json with facts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from explainer.model.store import (
    CONFIG,
    FORMAT,
    SUFFIX,
    CheckpointError,
    read_card,
    read_checked,
    sha256,
    write_atomically,
)
from explainer.model.vision.config import VisionConfig
from explainer.model.vision.networks import Network, make_network

VISION: Final = "images"  # the folder's name below `pretrained/`


def packed(weights: Mapping[str, Tensor]) -> bytes:
    """Weights in 16 bits as a file of safetensors."""
    return save({name: t.detach().cpu().half().contiguous() for name, t in weights.items()})


def save_networks(folder: Path, files: Mapping[str, bytes], facts: Mapping[str, Any]) -> None:
    """Write the weights (by name, see `packed`) and config.json; `facts["networks"]` says of each
    what it is: its `config` and what was measured.
    """
    for name, data in files.items():
        write_atomically(folder / f"{name}{SUFFIX}", data)
    hashes = {f"{name}{SUFFIX}": sha256(data) for name, data in files.items()}
    card = {**facts, "format": FORMAT, "sha256": hashes}
    text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / CONFIG, text.encode())


def read_facts(folder: Path) -> dict[str, Any]:
    """config.json. Raises CheckpointError where it is missing, damaged or of another kind."""
    card = read_card(folder)
    if not isinstance(card.get("networks"), dict):
        raise CheckpointError(f"{folder / CONFIG}: no networks in it")
    return card


def load_network(folder: Path, name: str) -> Network:
    """A network in evaluation mode, float32, no gradients. Raises CheckpointError."""
    card = read_facts(folder)
    path = folder / f"{name}{SUFFIX}"
    data = read_checked(folder, path.name, card)
    try:
        network = make_network(VisionConfig.from_dict(card["networks"][name]["config"]))
        network.load_state_dict({key: t.float() for key, t in load(data).items()})
    except (KeyError, TypeError, ValueError, RuntimeError, SafetensorError) as error:
        raise CheckpointError(f"{path}: does not fit what {CONFIG} says of it") from error
    if not all(torch.isfinite(t).all() for t in network.parameters()):
        raise CheckpointError(f"{path}: holds numbers that are not finite")
    return network.requires_grad_(False).eval()
