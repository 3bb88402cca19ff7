"""Learning curves of toy runs that demonstrate training mistakes.

Written by `python -m explainer.training.studies.mistakes explainer/data/mistakes.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("mistakes.json")


@dataclass(frozen=True)
class ToyRun:
    """One run; every sequence has a value per measurement.

    `train` is the training loss, `loss` that of held-out symbols without padding (nats), `forced`
    the share of them predicted correctly, `free` the share of sequences decoded without an error.
    """

    id: str
    seed: int
    step: Sequence[int]
    rate: Sequence[float]
    train: Sequence[float]
    loss: Sequence[float]
    forced: Sequence[float]
    free: Sequence[float]


@cache
def _content() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


@cache
def toy_runs() -> tuple[ToyRun, ...]:
    """Return all recorded runs in order."""
    return tuple(ToyRun(**run) for run in _content()["runs"])


def toy_settings() -> Mapping[str, Any]:
    """Return the settings all runs share, by field of `explainer.training.studies.mistakes.Toy`."""
    toy: dict[str, Any] = _content()["toy"]
    return toy
