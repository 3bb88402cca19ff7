"""Record the trainings of the toy's presets: `python -m explainer.training.toy_records`.

Writes one .npz per preset: settings, selected snapshots, and the final weights in half precision,
which the last snapshot is measured with. Takes a minute or two on one core.
"""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from tqdm import tqdm

from explainer.data.toy import FOLDER
from explainer.model.store import write_atomically
from explainer.training.toy import (
    PRESETS,
    Settings,
    Snapshot,
    Stepper,
    problem_of,
    train,
)
from explainer.training.toy_tasks import Problem

NUMBERS: Final = ("step", "rate", "train", "loss", "tokens", "rows")
KEPT: Final = (50, 150)  # steps; also all multiples of EACH
EACH: Final = 100


@dataclass(frozen=True)
class Record:
    """A recorded training; `weights` are those of the last snapshot."""

    settings: Settings
    snapshots: tuple[Snapshot, ...]
    weights: Mapping[str, NDArray[np.float16]]

    @property
    def problem(self) -> Problem:
        return problem_of(self.settings)


def is_recorded(step: int) -> bool:
    """Return whether the snapshot of a step is recorded."""
    return step in KEPT or step % EACH == 0


def record(settings: Settings) -> Record:
    """Train and record the snapshots to keep."""
    stepper, snapshots = train(settings)
    halve(stepper)
    last = stepper.evaluate()
    before = [snapshot for snapshot in snapshots[:-1] if is_recorded(snapshot.step)]
    weights = {
        name: tensor.numpy().astype(np.float16)
        for name, tensor in stepper.model.state_dict().items()
    }
    return Record(settings, (*before, replace(last, train=snapshots[-1].train)), weights)


def halve(stepper: Stepper) -> None:
    """Round the weights to half precision, in place."""
    with torch.no_grad():
        for tensor in stepper.model.parameters():
            tensor.copy_(tensor.half().float())


def to_bytes(record: Record) -> bytes:
    """Serialise to one .npz file."""
    snapshots = record.snapshots
    arrays: dict[str, Any] = {
        "settings": np.array(json.dumps(asdict(record.settings))),
        "written": np.stack([snapshot.output_ids for snapshot in snapshots]).astype(np.int8),
    }
    for name in NUMBERS:
        arrays[name] = np.array([getattr(snapshot, name) for snapshot in snapshots])
    for kind in snapshots[0].maps:
        arrays[f"map_{kind}"] = np.stack([snapshot.maps[kind] for snapshot in snapshots])
    arrays |= {f"weights_{name}": value for name, value in record.weights.items()}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def from_bytes(data: bytes) -> Record:
    """Parse the output of `to_bytes`."""
    with np.load(io.BytesIO(data)) as file:
        arrays = dict(file)
    maps = {name[4:]: value for name, value in arrays.items() if name.startswith("map_")}
    snapshots = [
        Snapshot(
            **{name: arrays[name][i].item() for name in NUMBERS},
            output_ids=arrays["written"][i].astype(np.int16),
            maps={kind: value[i] for kind, value in maps.items()},
        )
        for i in range(len(arrays["step"]))
    ]
    weights = {name[8:]: value for name, value in arrays.items() if name.startswith("weights_")}
    settings = Settings(**json.loads(str(arrays["settings"])))
    return Record(settings, tuple(snapshots), weights)


@cache
def load_record(preset: str) -> Record:
    """Load the shipped record of one of PRESETS."""
    return from_bytes((FOLDER / f"{preset}.npz").read_bytes())


def tensors(record: Record) -> dict[str, torch.Tensor]:
    """Return the weights as torch tensors."""
    return {name: torch.from_numpy(value) for name, value in record.weights.items()}


def preset_of(settings: Settings) -> str | None:
    """Return the preset with exactly these settings, or None."""
    return next((name for name, preset in PRESETS.items() if preset == settings), None)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("presets", nargs="*", help="names of presets; default: all")
    parser.add_argument("--out", type=Path, default=FOLDER, help="output folder")
    parsed = parser.parse_args(arguments)
    unknown = sorted(set(parsed.presets) - set(PRESETS))
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; there are {', '.join(PRESETS)}")
    torch.set_num_threads(1)
    for name in tqdm(parsed.presets or PRESETS, desc="toys"):
        write_atomically(parsed.out / f"{name}.npz", to_bytes(record(PRESETS[name])))


if __name__ == "__main__":
    main()
