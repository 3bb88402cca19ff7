"""Loss landscape around a model's training trajectory, on a plane through its checkpoints.

landscape.json is written by `python -m explainer.training.studies.landscape`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_suffix(".json")


@dataclass(frozen=True)
class Stop:
    """A checkpoint (step -1: the final model) and its projection onto the plane.

    `loss` is the checkpoint's own, `below` that at its projection, both in nats per token.
    """

    step: int
    x: float
    y: float
    loss: float
    below: float


@dataclass(frozen=True)
class Landscape:
    """`loss[j][i]` at x[i], y[j], measured on `sentences` sentences.

    `shares` are the shares of the trajectory's squared length along the two axes.
    """

    sentences: int
    command: str
    shares: tuple[float, float]
    x: Sequence[float]
    y: Sequence[float]
    loss: Sequence[Sequence[float]]
    path: tuple[Stop, ...]


@cache
def _content() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def landscape(model: str, weights: str) -> Landscape | None:
    """Return a model's loss landscape.

    None if `weights` is not a prefix of the SHA-256 of the weights that were measured.
    """
    record = _content().get(model)
    if not record or not weights or not record["weights"].startswith(weights):
        return None
    first, second = record["shares"]
    return Landscape(
        record["sentences"],
        record["command"],
        (first, second),
        record["x"],
        record["y"],
        record["loss"],
        tuple(Stop(**stop) for stop in record["path"]),
    )
