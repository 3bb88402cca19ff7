"""Save, load and verify checkpoints: weights.safetensors, tokenizer.model, config.json."""

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
TARGET_TOKENIZER = "target.model"  # if the target has its own tokenizer
SUFFIX = ".safetensors"  # of every weights file
HISTORY = "history"  # subfolder of intermediate weights, named by training step


class CheckpointError(ValueError):
    """A checkpoint is missing, incomplete or damaged; the message names the file."""


@dataclass(frozen=True)
class Checkpoint:
    """A loaded checkpoint: the network in evaluation mode, tokenizer bytes and config.json."""

    network: Network
    tokenizer: bytes
    card: dict[str, Any]
    target_tokenizer: bytes | None = None  # if it differs

    @property
    def model(self) -> Transformer:
        """The network as a Transformer. Raises CheckpointError if it is recurrent."""
        if not isinstance(self.network, Transformer):
            raise CheckpointError(f"{self.card.get('name')}: no Transformer")
        return self.network


def sha256(data: bytes) -> str:
    """Return the SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


def write_atomically(path: Path, data: bytes) -> None:
    """Write to a temporary file, fsync, rename: a kill leaves either the old file or the new one.

    Raises OSError with the path, which the error of a full disk does not name by itself.
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
    target_tokenizer: bytes | None = None,
) -> None:
    """Write a folder that `load_checkpoint` accepts; weights are stored as `dtype`.

    `facts` (languages, recipe, scores, licences) go into config.json unchanged. Files in the
    folder's HISTORY are listed with their SHA-256.
    """
    others = {} if target_tokenizer is None else {TARGET_TOKENIZER: target_tokenizer}
    stored = save({name: t.detach().cpu().to(dtype).contiguous() for name, t in weights.items()})
    write_atomically(folder / WEIGHTS, stored)
    for name, data in {TOKENIZER: tokenizer, **others}.items():
        write_atomically(folder / name, data)
    files = sorted((folder / HISTORY).glob(f"*{SUFFIX}"))
    history = {f"{HISTORY}/{file.name}": sha256(file.read_bytes()) for file in files}
    card = {
        **facts,
        "format": FORMAT,
        **({"architecture": ARCHITECTURE} if isinstance(config, RecurrentConfig) else {}),
        "model": config.to_dict(),
        "sha256": {
            WEIGHTS: sha256(stored),
            TOKENIZER: sha256(tokenizer),
            **{name: sha256(data) for name, data in others.items()},
            **history,
        },
    }
    text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / CONFIG, text.encode())


def read(path: Path) -> bytes:
    """Read a file. Raises CheckpointError."""
    try:
        return path.read_bytes()
    except OSError as error:
        reason = "no such file" if isinstance(error, FileNotFoundError) else error.strerror
        raise CheckpointError(f"{path}: {reason}") from error


def read_json(path: Path) -> Any:
    """Read a JSON file. Raises CheckpointError."""
    data = read(path)
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"{path}: not valid JSON") from error


def read_card(folder: Path) -> dict[str, Any]:
    """Read config.json and check its format version. Raises CheckpointError."""
    path = folder / CONFIG
    card = read_json(path)
    if not isinstance(card, dict) or card.get("format") != FORMAT:
        version = card.get("format") if isinstance(card, dict) else None
        raise CheckpointError(f"{path}: format {version!r}, this program reads {FORMAT}")
    return card


def read_checked(folder: Path, name: str, card: dict[str, Any]) -> bytes:
    """Read a file of the folder and check its SHA-256. Raises CheckpointError."""
    data = read(folder / name)
    hashes = card.get("sha256")
    wanted = hashes.get(name) if isinstance(hashes, dict) else None
    if sha256(data) != wanted:
        raise CheckpointError(f"{folder / name}: damaged (its SHA-256 is not the one in {CONFIG})")
    return data


def min_parameters(config: Config) -> int:
    """Return a lower bound on the number of parameters of a model of these sizes."""
    matrix = config.vocab_size * config.d_model
    if isinstance(config, RecurrentConfig):
        return matrix + 2 * config.d_hidden**2 + 2 * config.d_hidden * config.d_embed
    layer = 4 * config.d_model**2 + 2 * config.d_model * config.d_ff
    return matrix + (config.n_encoder_layers + config.n_decoder_layers) * layer


def empty_model(folder: Path, card: dict[str, Any], stored: int) -> Network:
    """Build a model of the card's sizes, to be filled from a weights file of `stored` bytes.

    Raises CheckpointError for invalid sizes, and for sizes too large for such a file, before a
    broken card exhausts the memory.
    """
    try:
        config = config_of(card)
    except (TypeError, ValueError) as error:
        raise CheckpointError(f"{folder / CONFIG}: {error}") from error
    if min_parameters(config) > stored:
        raise CheckpointError(f"{folder / WEIGHTS}: does not fit the sizes in {CONFIG}")
    try:
        return make_network(config)
    except RuntimeError as error:  # more positions than fit into memory
        raise CheckpointError(f"{folder / CONFIG}: {error}") from error


def load_into(model: Network, path: Path, data: bytes) -> None:
    """Load `data`, the content of the weights file `path`, into the model. Raises CheckpointError.

    A matching SHA-256 does not make weights usable (diverged training writes NaN), so they are
    checked to be finite.
    """
    try:
        weights = restore(load(data))
        device = next(model.parameters()).device
        # Assigned, not copied in place: the old tensors may be shared with another network.
        model.load_state_dict({name: t.to(device) for name, t in weights.items()}, assign=True)
    except (SafetensorError, RuntimeError, KeyError) as error:
        raise CheckpointError(f"{path}: does not fit the sizes in {CONFIG}") from error
    for name, tensor in weights.items():
        if not torch.stack(tensor.aminmax()).isfinite().all():  # aminmax propagates NaN
            raise CheckpointError(f"{path}: {name} holds numbers that are not finite")


def check_files(folder: Path) -> None:
    """Check that every file needed to translate exists, matches its SHA-256 and fits the model.

    Raises CheckpointError. For the weights of earlier training steps see `check_states`.
    """
    check_others(folder, load_checkpoint(folder).card)


def check_others(folder: Path, card: dict[str, Any]) -> None:
    """Check the files that `load_checkpoint` does not read. Raises CheckpointError."""
    names = {name for name in card["sha256"] if not name.startswith(f"{HISTORY}/")}
    for name in sorted(names - {WEIGHTS, TOKENIZER, TARGET_TOKENIZER}):
        data = read_checked(folder, name, card)
        if name.endswith(SUFFIX):
            load_into(empty_model(folder, card, len(data)), folder / name, data)


def check_states(folder: Path) -> dict[int, CheckpointError | None]:
    """Map each training step with saved weights to what is wrong with them, None if nothing.

    The finished model works without them; raises CheckpointError if that one is unusable itself.
    """
    card = read_card(folder)
    model = empty_model(folder, card, len(read(folder / WEIGHTS)))
    found: dict[int, CheckpointError | None] = {}
    for step in history_steps(card):
        name = history_file(step)
        found[step] = None
        try:
            load_into(model, folder / name, read_checked(folder, name, card))
        except CheckpointError as error:
            found[step] = error
    return found


def history_steps(card: dict[str, Any]) -> tuple[int, ...]:
    """Return the training steps whose weights are in the folder, ascending."""
    names = (name for name in card.get("sha256", {}) if name.startswith(f"{HISTORY}/"))
    return tuple(sorted(int(Path(name).stem) for name in names))


def history_file(step: int) -> str:
    """Return the path, within the folder, of the weights of a training step."""
    return f"{HISTORY}/{step:08d}{SUFFIX}"


def load_step(finished: Network, folder: Path, card: dict[str, Any], step: int) -> Network:
    """Return a copy of this folder's `finished` network with its weights at training step `step`.

    Raises CheckpointError.
    """
    weights = {id(tensor): tensor for tensor in (*finished.parameters(), *finished.buffers())}
    network = copy.deepcopy(finished, weights)  # shares the weights, which are replaced below
    file = history_file(step)
    load_into(network, folder / file, read_checked(folder, file, card))
    return network


def load_checkpoint(
    folder: Path, device: torch.device | None = None, step: int | None = None
) -> Checkpoint:
    """Load a folder and check its sizes, version, SHA-256 and finite weights.

    The network is float32, in evaluation mode, without gradients. `step` loads the weights of that
    training step instead of the final ones, see `history_steps`. Raises CheckpointError.
    """
    card = read_card(folder)
    file = WEIGHTS if step is None else history_file(step)
    data = read_checked(folder, file, card)
    tokenizer = read_checked(folder, TOKENIZER, card)
    own = TARGET_TOKENIZER in card["sha256"]
    target = read_checked(folder, TARGET_TOKENIZER, card) if own else None
    model = empty_model(folder, card, len(data))
    load_into(model, folder / file, data)
    model.requires_grad_(False).eval()
    return Checkpoint(model.to(device) if device else model, tokenizer, card, target)
