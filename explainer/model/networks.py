"""Save and load a folder of several networks: one weights file each and a shared config.json."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor, nn

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

M = TypeVar("M", bound=nn.Module)


def pack(weights: Mapping[str, Tensor]) -> bytes:
    """Serialise weights as float16 safetensors."""
    return save({name: t.detach().cpu().half().contiguous() for name, t in weights.items()})


def save_networks(
    folder: Path,
    weights: Mapping[str, bytes],
    facts: Mapping[str, Any],
    files: Mapping[str, bytes] | None = None,
) -> None:
    """Write weights (by name, see `pack`), other `files` and config.json.

    `facts["networks"]` holds the `config` and the measurements of each network.
    """
    every = {f"{name}{SUFFIX}": data for name, data in weights.items()} | dict(files or {})
    for name, data in every.items():
        write_atomically(folder / name, data)
    hashes = {name: sha256(data) for name, data in every.items()}
    card = {**facts, "format": FORMAT, "sha256": hashes}
    text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / CONFIG, text.encode())


def read_facts(folder: Path) -> dict[str, Any]:
    """Read config.json. Raises CheckpointError if it is missing, damaged or of another kind."""
    card = read_card(folder)
    if not isinstance(card.get("networks"), dict):
        raise CheckpointError(f"{folder / CONFIG}: no networks in it")
    return card


def load_weights(folder: Path, name: str, make: Callable[[Mapping[str, Any]], M]) -> M:
    """Load a network in evaluation mode, float32, without gradients; `make` gets its `config`.

    Raises CheckpointError.
    """
    card = read_facts(folder)
    path = folder / f"{name}{SUFFIX}"
    data = read_checked(folder, path.name, card)
    try:
        network = make(card["networks"][name]["config"])
        network.load_state_dict({key: t.float() for key, t in load(data).items()})
    except (KeyError, TypeError, ValueError, RuntimeError, SafetensorError) as error:
        raise CheckpointError(f"{path}: does not fit what {CONFIG} says of it") from error
    if not all(torch.isfinite(t).all() for t in network.parameters()):
        raise CheckpointError(f"{path}: holds numbers that are not finite")
    return network.requires_grad_(False).eval()
