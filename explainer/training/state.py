"""A run's files: checkpoints, log, snapshots; a crash at any moment loses only minutes of work."""

from __future__ import annotations

import csv
import hashlib
import io
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load, save
from torch import Tensor

from explainer.model.int8 import quantized, restore
from explainer.model.store import (
    HISTORY,
    SUFFIX,
    history_steps,
    load_checkpoint,
    read_checked,
    sha256,
    write_atomically,
)
from explainer.tokenizer import Tokenizer
from explainer.training.embeddings import relatives_of_new, with_new_rows
from explainer.training.recipe import Recipe

try:
    import fcntl
except ImportError:  # Windows: no lock against two runs in one folder
    fcntl = None  # type: ignore[assignment]

STATE = "state.pt"
LOG = "log.csv"
SNAPSHOTS = "snapshots"
FREE = (  # settings of a recipe that may change during a run
    "max_steps",
    "patience",
    "average",
    "start_share",
    "history",
    "shown",
    "licences",
    "card_notes",
    "own_pairs",
)
LOG_COLUMNS = ("step", "epoch", "tokens", "seconds", "learning_rate", "train_loss", "dev_loss")


class ResumeError(ValueError):
    """A run cannot be resumed; the message says why."""


@contextmanager
def lock_folder(run: Path) -> Iterator[None]:
    """Lock the run's folder against other processes. Raises ResumeError if it is locked.

    Creates the folder; removes it again if it is still empty at the end.
    """
    made = [folder for folder in (run, *run.parents) if not folder.exists()]
    run.mkdir(parents=True, exist_ok=True)
    handle = os.open(run, os.O_RDONLY) if fcntl is not None else None
    try:
        if handle is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise ResumeError(f"{run}: another run is writing it") from error
    finally:
        if handle is not None:
            os.close(handle)
        with suppress(OSError):
            for folder in made:
                folder.rmdir()


@dataclass
class Progress:
    """Counters of a run; `rows` is the log.

    `sha256` maps data files by name and saved weights by path in the run's folder to their hashes,
    so that a run resumes only with unchanged files.
    """

    step: int = 0
    epoch: int = 0
    tokens: int = 0
    seconds: float = 0.0
    best_dev: float = float("inf")
    evals_since_best: int = 0
    loss_sum: float = 0.0
    loss_tokens: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)
    sha256: dict[str, str] = field(default_factory=dict)


def changed_settings(settings: Any) -> dict[str, Any]:
    """Return the settings that are not defaults, so that new fields do not affect old runs."""
    non_defaults: dict[str, Any] = {}
    for entry in fields(settings):
        value = getattr(settings, entry.name)
        if is_dataclass(value):
            non_defaults[entry.name] = changed_settings(value)
        elif value != entry.default:
            non_defaults[entry.name] = value
    return non_defaults


def fingerprint(recipe: Recipe) -> str:
    """Hash all settings that affect the run; those in FREE may change."""
    settings = changed_settings(recipe)
    for name in FREE:
        settings.pop(name, None)
    return hashlib.sha256(repr(settings).encode()).hexdigest()


def save_state(
    run: Path,
    recipe: Recipe,
    progress: Progress,
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
) -> None:
    """Save the state for a resume, with its SHA-256."""
    state = {
        "fingerprint": fingerprint(recipe),
        "max_steps": recipe.max_steps,
        "progress": asdict(progress),
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "rng": torch.get_rng_state(),
        "cuda_rng": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
    }
    buffer = io.BytesIO()
    torch.save(state, buffer)
    stored = buffer.getvalue()
    write_atomically(run / STATE, sha256(stored).encode() + stored)


def read_state(path: Path) -> dict[str, Any]:
    """Read a file of `save_state`, which begins with its SHA-256. Raises ResumeError."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise ResumeError(f"{path}: nothing to resume") from error
    length = hashlib.sha256().digest_size * 2
    if sha256(data[length:]).encode() != data[:length]:
        raise ResumeError(f"{path}: damaged")
    state: dict[str, Any] = torch.load(
        io.BytesIO(data[length:]), map_location="cpu", weights_only=True
    )
    return state


def check_end(path: Path, recipe: Recipe, step: int, planned: int) -> None:
    """Raise ResumeError if `max_steps` changed after the recipe's final phase began."""
    begins = min(planned, recipe.max_steps) - max(recipe.decay, recipe.real_steps)
    if recipe.max_steps != planned and step > begins:
        raise ResumeError(
            f"{path}: planned to end at step {planned}; to end at {recipe.max_steps} decides all"
            f" steps after {begins}, and it has made {step}"
        )


def load_state(
    run: Path,
    recipe: Recipe,
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    data: Mapping[Path, str],
) -> Progress:
    """Restore a run's whole state; `data` are the current hashes of its data files.

    Raises ResumeError, which names the file that is damaged or has changed.
    """
    path = run / STATE
    state = read_state(path)
    if state["fingerprint"] != fingerprint(recipe):
        raise ResumeError(f"{path}: was made by another version of recipe {recipe.name!r}")
    check_end(path, recipe, state["progress"]["step"], state["max_steps"])
    progress = Progress(**state["progress"])
    for file, digest in data.items():
        if progress.sha256.get(file.name) != digest:
            raise ResumeError(f"{file}: is not what the run began with")
    for name in weight_files(progress, f"{SNAPSHOTS}/") + weight_files(progress, f"{HISTORY}/"):
        if (run / name).exists():  # the oldest snapshot may have been deleted since
            read_weight_file(run, progress, name)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    torch.set_rng_state(state["rng"])
    if state["cuda_rng"] and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(state["cuda_rng"])
    write_log(run, progress)  # drops rows after the saved state; their steps are repeated
    return progress


def load_start(
    folder: Path, run: Path, model: torch.nn.Module, data: Mapping[str, str], tokenizer: Tokenizer
) -> Progress:
    """Start from the weights, counters, log and history of a finished model; `data` is the run's.

    Embeddings of tokens new in the run's `tokenizer` start as means, also in the history, whose
    steps never saw them. Raises CheckpointError.
    """
    checkpoint = load_checkpoint(folder, next(model.parameters()).device)
    begin = relatives_of_new(Tokenizer(checkpoint.tokenizer), tokenizer)
    model.load_state_dict(with_new_rows(checkpoint.model.state_dict(), begin))
    files = dict(data)
    for step in history_steps(checkpoint.card):
        name = history_path(Path(), step).as_posix()
        stored = read_checked(folder, name, checkpoint.card)
        if begin:
            stored = save(quantized(with_new_rows(restore(load(stored)), begin)))
        write_atomically(run / name, stored)
        files[name] = sha256(stored)
    training = checkpoint.card["training"]
    with (folder / LOG).open(encoding="utf-8", newline="") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file))
    return Progress(
        step=training["steps"],
        epoch=int(rows[-1]["epoch"]),
        tokens=training["target_tokens"],
        seconds=float(rows[-1]["seconds"]),
        rows=rows,
        sha256=files,
    )


def write_log(run: Path, progress: Progress) -> None:
    """Write the log as CSV."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, LOG_COLUMNS)
    writer.writeheader()
    writer.writerows(progress.rows)
    write_atomically(run / LOG, buffer.getvalue().encode())


def snapshot_path(run: Path, step: int) -> Path:
    """Return the path of a snapshot for averaging."""
    return run / SNAPSHOTS / f"{step:08d}{SUFFIX}"


def history_path(folder: Path, step: int) -> Path:
    """Return the path of weights that are kept permanently."""
    return folder / HISTORY / f"{step:08d}{SUFFIX}"


def keep(run: Path, progress: Progress, path: Path, weights: dict[str, Tensor]) -> None:
    """Save weights and record their SHA-256."""
    stored = save(weights)
    write_atomically(path, stored)
    progress.sha256[path.relative_to(run).as_posix()] = sha256(stored)


def weight_files(progress: Progress, folder: str) -> list[str]:
    """List the weight files in a folder of the run ("history/"), by step."""
    return sorted(name for name in progress.sha256 if name.startswith(folder))


def read_weight_file(run: Path, progress: Progress, name: str) -> bytes:
    """Read a weight file of the run. Raises ResumeError if it is missing or has changed."""
    try:
        data = (run / name).read_bytes()
    except FileNotFoundError as error:
        raise ResumeError(f"{run / name}: no such file") from error
    if sha256(data) != progress.sha256[name]:
        raise ResumeError(f"{run / name}: damaged")
    return data


def save_snapshot(run: Path, progress: Progress, model: torch.nn.Module, count: int) -> None:
    """Save the weights for averaging; delete all but the last `count`."""
    weights = {name: t.detach().cpu().contiguous() for name, t in model.state_dict().items()}
    keep(run, progress, snapshot_path(run, progress.step), weights)
    for old in weight_files(progress, f"{SNAPSHOTS}/")[:-count]:
        (run / old).unlink(missing_ok=True)
        del progress.sha256[old]


def save_history(run: Path, progress: Progress, model: torch.nn.Module) -> None:
    """Save the weights of this step permanently: matrices in int8, a quarter of the size."""
    keep(run, progress, history_path(run, progress.step), quantized(model.state_dict()))


def average_snapshots(
    run: Path, progress: Progress, count: int
) -> tuple[dict[str, Tensor], list[int]]:
    """Average the last `count` snapshots (section 6.1); also return their steps.

    Raises ResumeError.
    """
    names = weight_files(progress, f"{SNAPSHOTS}/")[-count:]
    if not names:
        raise ResumeError(f"{run / SNAPSHOTS}: no weights to average")
    total: dict[str, Tensor] = {}
    for file in names:
        for name, tensor in load(read_weight_file(run, progress, file)).items():
            total[name] = total[name] + tensor.double() if name in total else tensor.double()
    mean = {name: (tensor / len(names)).float() for name, tensor in total.items()}
    return mean, [int(Path(name).stem) for name in names]


def mixed_with_start(weights: dict[str, Tensor], folder: Path, share: float) -> dict[str, Tensor]:
    """Interpolate: `share` of the finished model in `folder`, 1 - `share` of `weights`.

    An interpolation of the weights before and after fine-tuning is often better than either
    (Wortsman et al., arXiv:2109.01903). Raises CheckpointError.
    """
    start = load_checkpoint(folder).network.state_dict()
    return {name: share * start[name] + (1 - share) * tensor for name, tensor in weights.items()}
