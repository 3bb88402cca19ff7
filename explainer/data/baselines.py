"""What counting words reaches on the dev set, and what a model reached at its early states.

baselines.json is what `python -m explainer.training.studies.baselines` printed, see there.
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
    """Nats per target token of dev; `states` by the step of training."""

    unigram: float
    bigram: float
    train_tokens: int
    dev_tokens: int
    states: Mapping[int, float]


@cache
def baselines(model: str) -> Baselines | None:
    """Of the model of this name; None where nobody has counted."""
    facts = json.loads(FILE.read_text(encoding="utf-8")).get(model)
    if facts is None:
        return None
    states = {int(step): loss for step, loss in facts.pop("states").items()}
    return Baselines(**facts, states=states)
