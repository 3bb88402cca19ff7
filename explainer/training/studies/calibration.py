"""How sure a model is and how often it is right.

`python -m explainer.training.studies.calibration`.

Writes explainer/data/calibration.json, of the models named: every target token of dev, teacher
forced, by the probability of the most probable candidate. `--models` may be given twice, where one
of them was trained elsewhere.
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
from explainer.training.prepare import in_order, to_ids
from explainer.training.recipes import find_recipe

# The twins first: they differ in the smoothing alone.
COMPARED = ("ko-en-transformer-small", "ko-en-transformer-unsmoothed", "ko-en")


@torch.inference_mode()
def judge(
    network: Network, batches: Sequence[Batch]
) -> tuple[NDArray[np.float64], NDArray[np.bool_], float]:
    """Of every target token (M,) the largest probability and whether its token is the wanted one;
    and the mean loss, nats.
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
    """Count, mean confidence and accuracy of each of BINS tenths; a full 1 is in the last one."""
    places = np.minimum((confidence * BINS).astype(int), BINS - 1)
    bins = []
    for place in range(BINS):
        inside = places == place
        count = int(inside.sum())
        means = (confidence[inside].mean(), right[inside].mean()) if count else (0.0, 0.0)
        bins.append((count, round(float(means[0]), 4), round(float(means[1]), 4)))
    return bins


def measure(name: str, folders: Sequence[Path], data: Path) -> dict[str, Any]:
    """Raises CheckpointError where none of `folders` has the model."""
    recipe = find_recipe(name)
    folder = next((one / name for one in folders if (one / name).is_dir()), folders[0] / name)
    known = load_checkpoint(folder)
    held_out = in_order(recipe, read_pairs(data / recipe.folder / "dev.tsv"))
    batches = eval_batches(to_ids(Tokenizer(known.tokenizer), held_out), recipe.batch_tokens)
    confidence, right, loss = judge(known.network.eval(), batches)
    return {
        "model": name,
        "weights": known.card["sha256"][WEIGHTS],
        "epsilon": recipe.label_smoothing,
        "loss": round(loss, 4),
        "bins": bins_of(confidence, right),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("data"))
    parser.add_argument("--models", type=Path, action="append", metavar="DIR")
    parser.add_argument("--out", type=Path, default=FILE)
    asked = parser.parse_args()
    folders = asked.models or [Path("pretrained")]
    rows = [json.dumps(measure(name, folders, asked.data)) for name in COMPARED]
    write_atomically(asked.out, ("[\n" + ",\n".join(rows) + "\n]\n").encode())


if __name__ == "__main__":
    main()
