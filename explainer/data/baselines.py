"""Unigram and bigram baselines on the dev set, and the dev loss of a model's early checkpoints.

baselines.json is the output of `python -m explainer.training.studies.baselines`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("baselines.json")


@dataclass(frozen=True)
class Baselines:
    """Losses in nats per target token of dev; `states` by training step."""

    unigram: float
    bigram: float
    train_tokens: int
    dev_tokens: int
    states: Mapping[int, float]


@cache
def baselines(model: str) -> Baselines | None:
    """Return the baselines for a model by name; None if not measured."""
    facts = json.loads(FILE.read_text(encoding="utf-8")).get(model)
    if facts is None:
        return None
    states = {int(step): loss for step, loss in facts.pop("states").items()}
    return Baselines(**facts, states=states)
