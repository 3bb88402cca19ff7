"""Calibration of models: confidence against accuracy.

`python -m explainer.training.studies.calibration`.

Writes explainer/data/calibration.json for the models in COMPARED: all target tokens of dev,
teacher-forced, binned by the largest probability. `--models` can be repeated if the models are in
different folders.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray

from explainer.data.calibration import BINS, FILE
from explainer.data.corpus import read_pairs
from explainer.model.kinds import Network
from explainer.model.store import WEIGHTS, load_checkpoint, write_atomically
from explainer.tokenizer import Tokenizer
from explainer.training.batches import Batch, eval_batches
from explainer.training.loss import real_vectors
from explainer.training.prepare import source_first, to_ids
from explainer.training.recipes import find_recipe

# The first two differ only in label smoothing.
COMPARED = ("ko-en-transformer-small", "ko-en-transformer-unsmoothed", "ko-en")


@torch.inference_mode()
def judge(
    network: Network, batches: Sequence[Batch]
) -> tuple[NDArray[np.float64], NDArray[np.bool_], float]:
    """Return the largest probability and correctness of every target token (M,), and the loss.

    The loss is the mean in nats.
    """
    largest, right, losses = [], [], []
    for batch in batches:
        x_MD, wanted_M = real_vectors(network, batch)
        log_probs_MV = network.project(x_MD).double().log_softmax(dim=-1)
        top = log_probs_MV.max(dim=-1)
        largest.append(top.values.exp())
        right.append(top.indices == wanted_M)
        losses.append(F.nll_loss(log_probs_MV, wanted_M, reduction="none"))
    loss = float(torch.cat(losses).mean())
    return torch.cat(largest).numpy(), torch.cat(right).numpy(), loss


def bins_of(
    confidence: NDArray[np.float64], right: NDArray[np.bool_]
) -> list[tuple[int, float, float]]:
    """Return count, mean confidence and accuracy of each of BINS equal bins; 1 is in the last."""
    indices = np.minimum((confidence * BINS).astype(int), BINS - 1)
    bins = []
    for index in range(BINS):
        inside = indices == index
        count = int(inside.sum())
        means = (confidence[inside].mean(), right[inside].mean()) if count else (0.0, 0.0)
        bins.append((count, round(float(means[0]), 4), round(float(means[1]), 4)))
    return bins


def measure(name: str, folders: Sequence[Path], data: Path) -> dict[str, Any]:
    """Measure a model's calibration. Raises CheckpointError if none of `folders` has it."""
    recipe = find_recipe(name)
    folder = next((base / name for base in folders if (base / name).is_dir()), folders[0] / name)
    checkpoint = load_checkpoint(folder)
    held_out = source_first(recipe, read_pairs(data / recipe.folder / "dev.tsv"))
    batches = eval_batches(to_ids(Tokenizer(checkpoint.tokenizer), held_out), recipe.batch_tokens)
    confidence, right, loss = judge(checkpoint.network.eval(), batches)
    return {
        "model": name,
        "weights": checkpoint.card["sha256"][WEIGHTS],
        "epsilon": recipe.label_smoothing,
        "loss": round(loss, 4),
        "bins": bins_of(confidence, right),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("data"))
    parser.add_argument("--models", type=Path, action="append", metavar="DIR")
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    folders = args.models or [Path("pretrained")]
    rows = [json.dumps(measure(name, folders, args.data)) for name in COMPARED]
    write_atomically(args.out, ("[\n" + ",\n".join(rows) + "\n]\n").encode())


if __name__ == "__main__":
    main()
