"""Curves of the small runs that show mistakes of training; mistakes.json holds them.

Made by `python -m explainer.training.studies.mistakes explainer/data/mistakes.json`, see there.
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
    """One run; a value a measurement. `train` is the loss the run minimises, `loss` that of
    held-out real symbols (nats), `forced` the share of them that is right, `free` the share of rows
    written without a fault.
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
    """All recorded runs, in the order they were made."""
    return tuple(ToyRun(**run) for run in _content()["runs"])


def toy_settings() -> Mapping[str, Any]:
    """What all runs share, by the names of `explainer.training.studies.mistakes.Toy`."""
    toy: dict[str, Any] = _content()["toy"]
    return toy
