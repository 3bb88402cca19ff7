"""Checkpoints on disk: weights.safetensors, tokenizer.model, config.json; checked when loaded."""

from __future__ import annotations

import copy
import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from explainer.model.int8 import restore
from explainer.model.kinds import Config, Network, config_of, make_network
from explainer.model.rnn.config import ARCHITECTURE, RecurrentConfig
from explainer.model.transformer import Transformer

FORMAT = 1
CONFIG, WEIGHTS, TOKENIZER = "config.json", "weights.safetensors", "tokenizer.model"
SUFFIX = ".safetensors"  # of every file of weights
HISTORY = "history"  # folder of weights from the course of training, named by step


class CheckpointError(ValueError):
    """A checkpoint folder that is missing, incomplete or damaged; the message names the file."""


@dataclass(frozen=True)
class Checkpoint:
    """What a folder holds: the network in evaluation mode, the tokenizer's bytes, config.json."""

    network: Network
    tokenizer: bytes
    card: dict[str, Any]

    @property
    def model(self) -> Transformer:
        """The network where it is a Transformer. Raises CheckpointError where it is not."""
        if not isinstance(self.network, Transformer):
            raise CheckpointError(f"{self.card.get('name')}: no Transformer")
        return self.network


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write beside, flush to disk, rename: a kill leaves the old file or the new one.

    Raises OSError that names the file: a full disk does not say by itself what did not fit.
    """
    beside = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from error


def save_checkpoint(
    folder: Path,
    config: Config,
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
    files = sorted((folder / HISTORY).glob(f"*{SUFFIX}"))
    history = {f"{HISTORY}/{file.name}": sha256(file.read_bytes()) for file in files}
    card = {
        **facts,
        "format": FORMAT,
        **({"architecture": ARCHITECTURE} if isinstance(config, RecurrentConfig) else {}),
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
    except CheckpointError:
        raise
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path}: not valid JSON") from error
    if not isinstance(card, dict) or card.get("format") != FORMAT:
        version = card.get("format") if isinstance(card, dict) else None
        raise CheckpointError(f"{path}: format {version!r}, this program reads {FORMAT}")
    return card


def read_checked(folder: Path, name: str, card: dict[str, Any]) -> bytes:
    data = read(folder / name)
    hashes = card.get("sha256")
    wanted = hashes.get(name) if isinstance(hashes, dict) else None
    if sha256(data) != wanted:
        raise CheckpointError(f"{folder / name}: damaged (its SHA-256 is not the one in {CONFIG})")
    return data


def least_weights(config: Config) -> int:
    """How many numbers a model of these sizes has at least."""
    matrix = config.vocab_size * config.d_model
    if isinstance(config, RecurrentConfig):
        return matrix + 2 * config.d_hidden**2 + 2 * config.d_hidden * config.d_embed
    layer = 4 * config.d_model**2 + 2 * config.d_model * config.d_ff
    return matrix + (config.n_encoder_layers + config.n_decoder_layers) * layer


def empty_model(folder: Path, card: dict[str, Any], stored: int) -> Network:
    """A model of the card's sizes, for a file of weights of `stored` bytes.

    Raises CheckpointError for sizes that are none, and for sizes that such a file cannot have,
    before a broken card takes all memory.
    """
    try:
        config = config_of(card)
    except (TypeError, ValueError) as error:
        raise CheckpointError(f"{folder / CONFIG}: {error}") from error
    if least_weights(config) > stored:
        raise CheckpointError(f"{folder / WEIGHTS}: does not fit the sizes in {CONFIG}")
    try:
        return make_network(config)
    except RuntimeError as error:  # more positions than the memory holds
        raise CheckpointError(f"{folder / CONFIG}: {error}") from error


def fill(model: Network, path: Path, data: bytes) -> None:
    """Load the weights that the file `path` holds as `data`. Raises CheckpointError.

    A SHA-256 says that they are those that were written. Whether they are of any use is looked at
    all the same: a training gone wrong writes a true one.
    """
    try:
        weights = restore(load(data))
        device = next(model.parameters()).device
        # Put in the place of the old ones, not copied into them: those may be another network's.
        model.load_state_dict({name: t.to(device) for name, t in weights.items()}, assign=True)
    except (SafetensorError, RuntimeError, KeyError) as error:
        raise CheckpointError(f"{path}: does not fit the sizes in {CONFIG}") from error
    for name, tensor in weights.items():
        if not torch.stack(tensor.aminmax()).isfinite().all():  # NaN is passed on
            raise CheckpointError(f"{path}: {name} holds numbers that are not finite")


def check_files(folder: Path) -> None:
    """Every file a model translates with is there, has its SHA-256, and weights are weights of this
    model. Raises CheckpointError if not; for files from the course of training see `check_states`.
    """
    check_others(folder, load_checkpoint(folder).card)


def check_others(folder: Path, card: dict[str, Any]) -> None:
    """The same of the files that `load_checkpoint` does not read."""
    names = {name for name in card["sha256"] if not name.startswith(f"{HISTORY}/")}
    for name in sorted(names - {WEIGHTS, TOKENIZER}):
        data = read_checked(folder, name, card)
        if name.endswith(SUFFIX):
            fill(empty_model(folder, card, len(data)), folder / name, data)


def check_states(folder: Path) -> dict[int, CheckpointError | None]:
    """By step of training what is wrong with the weights that were kept of it: None where nothing
    is. The finished model works without them; raises CheckpointError where it is no model itself.
    """
    card = read_card(folder)
    model = empty_model(folder, card, len(read(folder / WEIGHTS)))
    found: dict[int, CheckpointError | None] = {}
    for step in history_steps(card):
        name = history_file(step)
        found[step] = None
        try:
            fill(model, folder / name, read_checked(folder, name, card))
        except CheckpointError as error:
            found[step] = error
    return found


def history_steps(card: dict[str, Any]) -> tuple[int, ...]:
    """The steps of training whose weights a folder keeps, ascending."""
    names = (name for name in card.get("sha256", {}) if name.startswith(f"{HISTORY}/"))
    return tuple(sorted(int(Path(name).stem) for name in names))


def history_file(step: int) -> str:
    return f"{HISTORY}/{step:08d}{SUFFIX}"


def at_step(finished: Network, folder: Path, card: dict[str, Any], step: int) -> Network:
    """A network like `finished`, which is that of this folder, with the weights it had after `step`
    steps of its training. Raises CheckpointError.
    """
    weights = {id(tensor): tensor for tensor in (*finished.parameters(), *finished.buffers())}
    network = copy.deepcopy(finished, weights)  # all but the weights, which are replaced
    file = history_file(step)
    fill(network, folder / file, read_checked(folder, file, card))
    return network


def load_checkpoint(
    folder: Path, device: torch.device | None = None, step: int | None = None
) -> Checkpoint:
    """Load and check a folder: sizes, version, SHA-256, finite weights. Raises CheckpointError.

    The weights become float32, gradients are off, dropout is off. `step` takes the weights of that
    step of the training instead of the finished ones, see `history_steps`.
    """
    card = read_card(folder)
    file = WEIGHTS if step is None else history_file(step)
    data = read_checked(folder, file, card)
    tokenizer = read_checked(folder, TOKENIZER, card)
    model = empty_model(folder, card, len(data))
    fill(model, folder / file, data)
    model.requires_grad_(False).eval()
    return Checkpoint(model.to(device) if device else model, tokenizer, card)
