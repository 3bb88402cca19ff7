"""Checkpoints on disk: weights.safetensors, tokenizer.model, config.json; checked when loaded."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from explainer.model.config import ModelConfig
from explainer.model.transformer import Transformer

FORMAT = 1
CONFIG, WEIGHTS, TOKENIZER = "config.json", "weights.safetensors", "tokenizer.model"
HISTORY = "history"  # folder of weights from the course of training, named by step


class CheckpointError(ValueError):
    """A checkpoint folder that is missing, incomplete or damaged; the message names the file."""


@dataclass(frozen=True)
class Checkpoint:
    """What a folder holds: the model in evaluation mode, the tokenizer's bytes, config.json."""

    model: Transformer
    tokenizer: bytes
    card: dict[str, Any]


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside, flush to disk, rename: a kill leaves the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)


def save_checkpoint(
    folder: Path,
    config: ModelConfig,
    weights: dict[str, Tensor],
    tokenizer: bytes,
    facts: dict[str, Any],
    dtype: torch.dtype = torch.float16,
) -> None:
    """Write a folder that `load_checkpoint` accepts; weights are stored as `dtype`.

    `facts` (languages, recipe, scores, licences) are kept in config.json as they are. Files of
    HISTORY that lie in the folder are listed with their SHA-256.
    """
    stored = save({name: t.detach().cpu().to(dtype).contiguous() for name, t in weights.items()})
    write_atomically(folder / WEIGHTS, stored)
    write_atomically(folder / TOKENIZER, tokenizer)
    files = sorted((folder / HISTORY).glob("*.safetensors"))
    history = {f"{HISTORY}/{file.name}": sha256(file.read_bytes()) for file in files}
    card = {
        **facts,
        "format": FORMAT,
        "model": config.to_dict(),
        "sha256": {WEIGHTS: sha256(stored), TOKENIZER: sha256(tokenizer), **history},
    }
    text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / CONFIG, text.encode())


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = "no such file" if isinstance(error, FileNotFoundError) else error.strerror
        raise CheckpointError(f"{path}: {reason}") from error


def read_card(folder: Path) -> dict[str, Any]:
    """config.json as a dict, its version checked. Raises CheckpointError."""
    path = folder / CONFIG
    try:
        card = json.loads(read(path))
    except ValueError as error:
        if isinstance(error, CheckpointError):
            raise
        raise CheckpointError(f"{path}: not valid JSON") from error
    if not isinstance(card, dict) or card.get("format") != FORMAT:
        found = card.get("format") if isinstance(card, dict) else None
        raise CheckpointError(f"{path}: format {found!r}, this program reads {FORMAT}")
    return card


def read_checked(folder: Path, name: str, card: dict[str, Any]) -> bytes:
    data = read(folder / name)
    hashes = card.get("sha256")
    wanted = hashes.get(name) if isinstance(hashes, dict) else None
    if sha256(data) != wanted:
        raise CheckpointError(f"{folder / name}: damaged (its SHA-256 is not the one in {CONFIG})")
    return data


def check_files(folder: Path) -> None:
    """Every file config.json lists is there and has its SHA-256. Raises CheckpointError if not."""
    card = read_card(folder)
    hashes = card.get("sha256")
    for name in hashes if isinstance(hashes, dict) else ():
        read_checked(folder, name, card)


def history_steps(card: dict[str, Any]) -> tuple[int, ...]:
    """The steps of training whose weights a folder keeps, ascending."""
    names = (name for name in card.get("sha256", {}) if name.startswith(f"{HISTORY}/"))
    return tuple(sorted(int(Path(name).stem) for name in names))


def load_checkpoint(
    folder: Path, device: torch.device | None = None, step: int | None = None
) -> Checkpoint:
    """Load and check a folder: sizes, version, SHA-256. Raises CheckpointError.

    The weights become float32, gradients are off, dropout is off. `step` takes the weights of that
    step of the training instead of the finished ones, see `history_steps`.
    """
    card = read_card(folder)
    try:
        config = ModelConfig.from_dict(card.get("model") or {})
    except (TypeError, ValueError) as error:
        raise CheckpointError(f"{folder / CONFIG}: {error}") from error
    file = WEIGHTS if step is None else f"{HISTORY}/{step:08d}.safetensors"
    data = read_checked(folder, file, card)
    tokenizer = read_checked(folder, TOKENIZER, card)
    model = Transformer(config)
    try:
        weights = {name: tensor.float() for name, tensor in load(data).items()}
        model.load_state_dict(weights)
    except (SafetensorError, RuntimeError) as error:
        raise CheckpointError(f"{folder / file}: does not fit the sizes in {CONFIG}") from error
    model.requires_grad_(False).eval()
    return Checkpoint(model.to(device) if device else model, tokenizer, card)
