"""What a run keeps on disk, so that a kill at any moment loses minutes at most."""

from __future__ import annotations

import csv
import hashlib
import io
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save
from torch import Tensor

from explainer.model.store import HISTORY, write_atomically
from explainer.training.recipes import Recipe

STATE = "state.pt"
LOG = "log.csv"
LOG_COLUMNS = ("step", "epoch", "tokens", "seconds", "learning_rate", "train_loss", "dev_loss")


class ResumeError(ValueError):
    """A run that cannot be continued; the message says why."""


@dataclass
class Progress:
    """Counters of a run; `rows` is the log."""

    step: int = 0
    epoch: int = 0
    tokens: int = 0
    seconds: float = 0.0
    best_dev: float = float("inf")
    evals_since_best: int = 0
    loss_sum: float = 0.0
    loss_tokens: int = 0
    rows: list[dict[str, Any]] = field(default_factory=list)


def shaping(settings: Any) -> dict[str, Any]:
    """The settings that are not at their defaults, so that a new field changes no old run."""
    found: dict[str, Any] = {}
    for entry in fields(settings):
        value = getattr(settings, entry.name)
        if is_dataclass(value):
            found[entry.name] = shaping(value)
        elif value != entry.default:
            found[entry.name] = value
    return found


def fingerprint(recipe: Recipe) -> str:
    """Changes whenever anything that shapes the run changes; the end of the run may move."""
    decides = shaping(recipe)
    for free in ("max_steps", "patience", "average", "history", "shown", "licences", "card_notes"):
        decides.pop(free, None)
    return hashlib.sha256(repr(decides).encode()).hexdigest()


def save_state(
    run: Path,
    recipe: Recipe,
    progress: Progress,
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
) -> None:
    state = {
        "fingerprint": fingerprint(recipe),
        "progress": asdict(progress),
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "rng": torch.get_rng_state(),
        "cuda_rng": torch.cuda.get_rng_state_all() if torch.cuda.is_available() else [],
    }
    buffer = io.BytesIO()
    torch.save(state, buffer)
    write_atomically(run / STATE, buffer.getvalue())


def load_state(
    run: Path, recipe: Recipe, model: torch.nn.Module, optimizer: torch.optim.Optimizer
) -> Progress:
    """Put everything back as it was. Raises ResumeError."""
    path = run / STATE
    if not path.exists():
        raise ResumeError(f"{path}: nothing to resume")
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
        known = state["fingerprint"]
    except (RuntimeError, KeyError, EOFError, ValueError) as error:
        raise ResumeError(f"{path}: damaged") from error
    if known != fingerprint(recipe):
        raise ResumeError(f"{path}: was made by another version of recipe {recipe.name!r}")
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    torch.set_rng_state(state["rng"])
    if state["cuda_rng"] and torch.cuda.is_available():
        torch.cuda.set_rng_state_all(state["cuda_rng"])
    progress = Progress(**state["progress"])
    write_log(run, progress)  # rows written after the last state are made again
    return progress


def write_log(run: Path, progress: Progress) -> None:
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, LOG_COLUMNS)
    writer.writeheader()
    writer.writerows(progress.rows)
    write_atomically(run / LOG, buffer.getvalue().encode())


def snapshot_path(run: Path, step: int) -> Path:
    return run / "snapshots" / f"{step:08d}.safetensors"


def history_path(folder: Path, step: int) -> Path:
    return folder / HISTORY / f"{step:08d}.safetensors"


def save_snapshot(run: Path, step: int, model: torch.nn.Module, keep: int) -> None:
    """Weights for averaging; only the last `keep` stay."""
    weights = {name: t.detach().cpu().contiguous() for name, t in model.state_dict().items()}
    write_atomically(snapshot_path(run, step), save(weights))
    for old in sorted((run / "snapshots").glob("*.safetensors"))[:-keep]:
        old.unlink()


def save_history(run: Path, step: int, model: torch.nn.Module) -> None:
    """Weights of one step in half precision, kept for good."""
    weights = {n: t.detach().cpu().half().contiguous() for n, t in model.state_dict().items()}
    write_atomically(history_path(run, step), save(weights))


def average_snapshots(run: Path, last_step: int, count: int) -> tuple[dict[str, Tensor], list[int]]:
    """Mean of the last `count` snapshots up to `last_step` (section 6.1), and their steps."""
    paths = sorted((run / "snapshots").glob("*.safetensors"))
    paths = [p for p in paths if int(p.stem) <= last_step][-count:]
    if not paths:
        raise ResumeError(f"{run / 'snapshots'}: no weights to average")
    total: dict[str, Tensor] = {}
    for path in paths:
        for name, tensor in load_file(path).items():
            total[name] = total[name] + tensor.double() if name in total else tensor.double()
    mean = {name: (tensor / len(paths)).float() for name, tensor in total.items()}
    return mean, [int(p.stem) for p in paths]
