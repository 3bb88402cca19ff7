"""The loss around the path of a model's training, on a plane through its kept states;
landscape.json holds it.

Made by `python -m explainer.training.studies.landscape`, see there.
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
    """A kept state (step -1: the finished model) and the point of the plane nearest to it. `loss`
    is the state's own, `below` that of the point, both nats per token.
    """

    step: int
    x: float
    y: float
    loss: float
    below: float


@dataclass(frozen=True)
class Landscape:
    """`loss[j][i]` at x[i], y[j], measured on so many `sentences`; `shares` of the squared length
    of the path that lie along the two axes.
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
    """None for a model whose finished weights have another SHA-256, of which `weights` is the
    beginning.
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
