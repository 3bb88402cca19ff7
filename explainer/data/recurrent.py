"""Measurements: six translators compared by one protocol, and the bottleneck on toy tasks.

recurrent.json is written by `python -m explainer.training.studies.compare`, bottleneck.json by
`python -m explainer.training.studies.bottleneck`, which document the figures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_suffix(".json")
TOYS: Final = Path(__file__).with_name("bottleneck.json")


@dataclass(frozen=True)
class Bucket:
    """BLEU of sentences with `low` to `high` source tokens (with EOS); `high` None: no limit."""

    low: int
    high: int | None
    sentences: int
    bleu: float
    bleu_low: float
    bleu_high: float


@dataclass(frozen=True)
class Measured:
    """One model on the test set; BLEU and chrF 0..100 with 95 % bootstrap intervals.

    `seconds` and `cpu_seconds` are for beam search over the whole test set with one thread; `hours`
    is the wall time of training. `perplexity` is per target token of dev, teacher-forced.
    """

    model: str
    weights: str
    parameters: int
    target_tokens: int
    hours: float
    perplexity: float
    bleu: float
    bleu_low: float
    bleu_high: float
    greedy: float
    greedy_low: float
    greedy_high: float
    chrf: float
    chrf_low: float
    chrf_high: float
    seconds: float
    cpu_seconds: float
    sentences: int
    buckets: tuple[Bucket, ...]


@cache
def measurements() -> Mapping[str, Measured]:
    """Return measurements by model name, in historical order; {} if none were made."""
    if not FILE.exists():
        return {}
    content = json.loads(FILE.read_text(encoding="utf-8"))["models"]
    measures = {}
    for name, facts in content.items():
        buckets = tuple(Bucket(**bucket) for bucket in facts.pop("buckets"))
        measures[name] = Measured(model=name, **facts, buckets=buckets)
    return measures


@dataclass(frozen=True)
class Toy:
    """Share of sequences reproduced without an error, by length; `task` is "copy" or "reverse"."""

    task: str
    model: str
    parameters: int
    steps: int
    accuracy: Mapping[int, float]


@dataclass(frozen=True)
class Why:
    """Error analysis of a toy model on the longest sequences, and the model trained `longer`.

    `tokens` is the share of correct tokens; `beside` the share of first errors whose token occurs
    within two positions of the right one, `chance` the same for a random wrong digit.
    """

    task: str
    model: str
    tokens: float
    beside: float
    chance: float
    longer: Toy


@cache
def why() -> Why | None:
    """Return the error analysis; None if not measured."""
    found = json.loads(TOYS.read_text(encoding="utf-8")).get("why") if TOYS.exists() else None
    return Why(**{**found, "longer": _toy(found["longer"])}) if found else None


def _toy(row: dict[str, Any]) -> Toy:
    return Toy(**{**row, "accuracy": {int(n): share for n, share in row["accuracy"].items()}})


@cache
def toys() -> tuple[Toy, ...]:
    """Return the results of every model on both tasks; () if none were measured."""
    if not TOYS.exists():
        return ()
    content: dict[str, Any] = json.loads(TOYS.read_text(encoding="utf-8"))
    return tuple(map(_toy, content["results"]))
