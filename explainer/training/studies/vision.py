"""Train the image classifiers of the chapter on pictures.

`python -m explainer.training.studies.vision --data mnist.npz`.

All networks are trained alike with each seed: all 60,000 training pictures of MNIST, without
augmentation, for a fixed number of epochs. The speller has the encoder of that seed's `vit`, as it
is; only its decoder learns. The 10,000 test pictures are used only once, at the end
of a run; the shipped weights are those of the first seed.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from safetensors.torch import load
from torch import Tensor

from explainer.model.networks import pack
from explainer.model.store import write_atomically
from explainer.model.vision import (
    TOKENS,
    VISION,
    Network,
    VisionConfig,
    make_network,
    save_networks,
    to_patches,
)
from explainer.model.vision.networks import Speller, VisionTransformer
from explainer.training.studies.vision_card import write_card

EPOCHS: Final = 6
BATCH: Final = 64
RATE: Final = 2e-3  # Adam's initial learning rate, decaying linearly to 0
SEEDS: Final = (1, 2, 3)
TESTED: Final = 500  # pictures in a test batch
LOG_COLUMNS: Final = ("network", "seed", "epoch", "seconds", "train_loss")

ATTENTION: Final = VisionConfig("attention", n_layers=2, n_heads=16, d_head=4)
VIT: Final = VisionConfig("vit", d_model=48, n_layers=2, n_heads=4, d_head=12, d_hidden=96)
NETWORKS: Final = {
    "dense": VisionConfig("dense"),
    "attention": ATTENTION,
    "attention-positions": replace(ATTENTION, positions=True),
    "vit-no-positions": VIT,
    "vit": replace(VIT, positions=True),
    "speller": replace(VIT, kind="speller", positions=True),
}


@dataclass(frozen=True)
class Digits:
    """Patches (n, 49, 16) of pictures with values 0 to 1, and their labels (n,)."""

    patches: Tensor
    labels: Tensor


def read_digits(path: Path, part: str) -> Digits:
    """Read part "train" or "test" of a file with x_train, y_train, x_test, y_test.

    Raises OSError, and ValueError for a file without these arrays.
    """
    try:
        with np.load(path) as file:
            pictures, labels = file[f"x_{part}"], file[f"y_{part}"]
    except KeyError as error:
        raise ValueError(f"{path}: {error.args[0]}") from error
    patches = to_patches(torch.from_numpy(pictures).float() / 255)
    return Digits(patches, torch.from_numpy(labels).long())


@torch.inference_mode()
def accuracy(network: Network, digits: Digits, shuffled: bool = False) -> float:
    """Return the share of pictures classified correctly.

    `shuffled` shuffles the patches of every picture independently, with a fixed seed.
    """
    right, generator = 0, torch.Generator().manual_seed(0)
    for whole, labels in zip(
        digits.patches.split(TESTED), digits.labels.split(TESTED), strict=True
    ):
        order = torch.rand(len(whole), TOKENS, generator=generator).argsort(dim=-1)
        moved = whole.take_along_dim(order[..., None], dim=1)
        right += int((network(moved if shuffled else whole).argmax(dim=-1) == labels).sum())
    return right / len(digits.labels)


class Run:
    """A training run of one network and seed, saved after every epoch and resumable."""

    def __init__(self, name: str, seed: int, folder: Path) -> None:
        self.name, self.seed = name, seed
        self.path = folder / f"{name}-{seed}.pt"
        torch.manual_seed(seed)
        self.network = make_network(NETWORKS[name])
        if isinstance(self.network, Speller):
            reader = Run("vit", seed, folder).network
            assert isinstance(reader, VisionTransformer)
            self.network.adopt(reader)
        learning = [p for p in self.network.parameters() if p.requires_grad]
        self.optimizer = torch.optim.Adam(learning, lr=RATE)
        self.rows: list[dict[str, Any]] = []
        if self.path.exists():
            state = torch.load(self.path, weights_only=True)
            self.network.load_state_dict(state["network"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.rows = state["rows"]

    def train(self, digits: Digits, epochs: int) -> None:
        """Train the remaining epochs, saving after each."""
        if isinstance(self.network, Speller):
            with torch.no_grad():
                parts = [self.network.encode(part) for part in digits.patches.split(TESTED)]
            digits = Digits(torch.cat(parts), digits.labels)
        for epoch in range(len(self.rows) + 1, epochs + 1):
            begun = time.process_time()
            loss = self._epoch(digits, epoch, epochs)
            row = (self.name, self.seed, epoch, round(time.process_time() - begun), round(loss, 4))
            self.rows.append(dict(zip(LOG_COLUMNS, row, strict=True)))
            print(*row, flush=True)
            self._save()

    def _epoch(self, digits: Digits, epoch: int, epochs: int) -> float:
        """Train one epoch, in an order given by seed and epoch; return the mean loss."""
        order = torch.randperm(
            len(digits.labels), generator=torch.Generator().manual_seed(1000 * self.seed + epoch)
        )
        total, batches = 0.0, order.split(BATCH)
        self.network.train()
        for number, rows in enumerate(batches):
            done = (epoch - 1 + number / len(batches)) / epochs
            for group in self.optimizer.param_groups:
                group["lr"] = RATE * (1 - done)
            loss = self.network.loss(digits.patches[rows], digits.labels[rows])
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            total += float(loss.detach()) * len(rows)
        self.network.eval()
        return total / len(order)

    def _save(self) -> None:
        buffer = io.BytesIO()
        state = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "rows": self.rows,
        }
        torch.save(state, buffer)
        write_atomically(self.path, buffer.getvalue())


def measure(run: Run, test: Digits) -> dict[str, Any]:
    """Test a run with its weights in half precision, as they are shipped."""
    run.network.load_state_dict(
        {name: t.float() for name, t in load(pack(run.network.state_dict())).items()}
    )
    run.network.eval()
    return {
        "seed": run.seed,
        "accuracy": accuracy(run.network, test),
        "accuracy_shuffled": accuracy(run.network, test, shuffled=True),
    }


def export(folder: Path, out: Path, facts: dict[str, Any]) -> None:
    """Export the finished runs: weights of the first seed, facts, card and log."""
    networks, files, rows = {}, {}, []
    for name, config in NETWORKS.items():
        runs = [Run(name, seed, folder) for seed in SEEDS if result(folder, name, seed).exists()]
        if not runs:
            continue
        networks[name] = {
            "config": config.to_dict(),
            "parameters": sum(p.numel() for p in runs[0].network.parameters()),
            "test": [json.loads(result(folder, name, run.seed).read_text()) for run in runs],
        }
        files[name] = pack(runs[0].network.state_dict())
        rows += [row for run in runs for row in run.rows]
    facts = facts | {"networks": networks}
    save_networks(out / VISION, files, facts)
    write_card(out / VISION, facts)
    log = io.StringIO()
    writer = csv.DictWriter(log, LOG_COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_atomically(out / VISION / "log.csv", log.getvalue().encode())


def result(folder: Path, name: str, seed: int) -> Path:
    """Return the path of a run's result."""
    return folder / f"{name}-{seed}.json"


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m explainer.training.studies.vision", description=__doc__
    )
    made.add_argument("--data", type=Path, default=Path("data/mnist.npz"), help="MNIST, one file")
    made.add_argument("--runs", type=Path, default=Path("runs"), help="folder for checkpoints")
    made.add_argument("--out", type=Path, default=Path("pretrained"), help="folder for the models")
    made.add_argument("--only", nargs="*", metavar="NAME-SEED", help="train only these")
    return made


def main() -> int:
    arguments = parser().parse_args()
    folder = arguments.runs / VISION
    try:
        train, test = (read_digits(arguments.data, part) for part in ("train", "test"))
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for name, seed in ((name, seed) for seed in SEEDS for name in NETWORKS):
        chosen = not arguments.only or f"{name}-{seed}" in arguments.only
        if chosen and not result(folder, name, seed).exists():
            run = Run(name, seed, folder)
            run.train(train, EPOCHS)
            measures = json.dumps(measure(run, test))
            print(name, measures, flush=True)
            write_atomically(result(folder, name, seed), measures.encode())
    facts = {
        "kind": "pictures",
        "data": "MNIST (LeCun, Cortes): 60,000 pictures to train on, 10,000 to test on",
        "licence": "CC BY-SA 3.0",
        "recipe": {"epochs": EPOCHS, "batch": BATCH, "learning_rate": RATE, "seeds": list(SEEDS)},
    }
    export(folder, arguments.out, facts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
