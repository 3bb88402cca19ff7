"""Dev BLEU of a model's saved checkpoints over training.

growth.json is written by `python -m explainer.training.studies.growing`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_suffix(".json")


@cache
def _content() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def _of(model: str, weights: str) -> dict[str, Any] | None:
    """Return a model's record; None if `weights` is not a prefix of its final weights' SHA-256."""
    record: dict[str, Any] | None = _content().get(model)
    return record if record and weights and record["weights"].startswith(weights) else None


@dataclass(frozen=True)
class DevBleu:
    """BLEU (0..100) of greedy translations of `sentences` dev sentences.

    By training step (-1: the final model), with sacrebleu's signature and the command used.
    """

    sentences: int
    signature: str
    command: str
    by_step: Mapping[int, float]


def dev_bleu(model: str, weights: str) -> DevBleu | None:
    """Return a model's dev BLEU; None if not measured for these `weights`."""
    record = _of(model, weights)
    if record is None:
        return None
    dev = record["dev"]
    by_step = {int(step): float(bleu) for step, bleu in dev["bleu"].items()}
    return DevBleu(dev["sentences"], dev["signature"], record["command"], by_step)
