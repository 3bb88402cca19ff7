"""Loss landscape around a training path: a grid on the plane through its saved states.

`python -m explainer.training.studies.landscape ko-en explainer/data/landscape.json` writes it as
JSON.

The axes are the first two principal components of the states' differences from the finished weights
(Li et al. 2018, arXiv:1712.09913, section 7.1); the loss is on the project's everyday sentences and
their first translations, teacher-forced, in nats per token.

Shape suffixes: M states, N parameters.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from explainer.data.everyday import everyday
from explainer.model.store import WEIGHTS, history_steps, load_checkpoint, read_card
from explainer.tokenizer import Tokenizer
from explainer.training.batches import Batch, make_batch
from explainer.training.studies.growing import FINISHED
from explainer.training.toy import loss_of

POINTS: Final = (33, 25)  # grid points along the first and the second axis
MARGIN: Final = 0.18  # beyond the path, as a share of its extent
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Plane:
    """A plane in weight space: `centre_N`, two unit axes, and their `shares` of the variance."""

    centre_N: Tensor
    axes_2N: Tensor
    shares: tuple[float, float]

    def place(self, weights_N: Tensor) -> tuple[float, float]:
        """Project weights onto the plane."""
        x, y = (self.axes_2N @ (weights_N - self.centre_N)).tolist()
        return x, y

    def weights(self, x: float, y: float) -> Tensor:
        """Return the weights at a point of the plane."""
        return self.centre_N + x * self.axes_2N[0] + y * self.axes_2N[1]


def plane_of(states_MN: Tensor) -> Plane:
    """Return the plane of the two main components, through the last state.

    Computed from the small Gram matrix of the states. Signs put the first state at positive x and
    y.
    """
    paths_MN = (states_MN - states_MN[-1]).double()
    values, vectors = torch.linalg.eigh(paths_MN @ paths_MN.t())
    values, vectors = values.flip(0)[:2], vectors.flip(1)[:, :2]
    axes_2N = (vectors.t() @ paths_MN) / values.sqrt()[:, None]
    axes_2N *= torch.where(axes_2N @ paths_MN[0] < 0, -1.0, 1.0)[:, None]
    first, second = (values / paths_MN.square().sum()).tolist()
    return Plane(states_MN[-1], axes_2N.float(), (first, second))


def everyday_batch(tokenizer: Tokenizer) -> Batch:
    """Return the project's everyday pairs as a batch."""
    pairs = [
        (tokenizer.encode_ids([korean])[0], tokenizer.encode_ids([english])[0])
        for korean, english, *_ in everyday()
    ]
    return make_batch(pairs)


@torch.inference_mode()
def loss_at(model: Any, weights_N: Tensor, batch: Batch) -> float:
    """Return the loss with these weights, in nats per token; the weights stay in the model."""
    vector_to_parameters(weights_N, model.parameters())
    return float(loss_of(model, batch))


def axis(places: Sequence[float], points: int) -> Floats:
    """Return `points` coordinates that cover all `places` and 0, with a margin."""
    low, high = min(*places, 0.0), max(*places, 0.0)
    edge = MARGIN * (high - low)
    return np.linspace(low - edge, high + edge, points)


def facts_of(folder: Path, command: str) -> dict[str, Any]:
    """Return a model's entry of landscape.json."""
    card = read_card(folder)
    steps = (*history_steps(card), FINISHED)
    states = [load_checkpoint(folder, step=None if step == FINISHED else step) for step in steps]
    states_MN = torch.stack([parameters_to_vector(state.model.parameters()) for state in states])
    plane, model = plane_of(states_MN), states[-1].model
    batch = everyday_batch(Tokenizer(states[-1].tokenizer))
    points = [plane.place(weights_N) for weights_N in states_MN]
    xs, ys = map(axis, zip(*points, strict=True), POINTS)
    grid = [[loss_at(model, plane.weights(x, y), batch) for x in xs] for y in ys]
    return {
        "weights": card["sha256"][WEIGHTS],
        "command": command,
        "sentences": len(everyday()),
        "shares": [round(share, 4) for share in plane.shares],
        "x": [round(float(x), 3) for x in xs],
        "y": [round(float(y), 3) for y in ys],
        "loss": [[round(loss, 3) for loss in row] for row in grid],
        "path": [
            {
                "step": step,
                "x": round(x, 3),
                "y": round(y, 3),
                "loss": round(loss_at(model, weights_N, batch), 3),
                "below": round(loss_at(model, plane.weights(x, y), batch), 3),
            }
            for step, (x, y), weights_N in zip(steps, points, states_MN, strict=True)
        ],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("file", type=Path, help="the JSON file to write")
    parser.add_argument("--models", type=Path, default=Path("pretrained"))
    args = parser.parse_args()
    command = f"python -m explainer.training.studies.landscape {args.model} {args.file}"
    facts = facts_of(args.models / args.model, command)
    args.file.write_text(json.dumps({args.model: facts}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
