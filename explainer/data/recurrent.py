"""Six translators by one protocol, and the bottleneck on toy tasks, as they were measured.

recurrent.json is written by `python -m explainer.training.studies.compare`, bottleneck.json by
`python -m explainer.training.studies.bottleneck`; see there what each figure is.
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
    """Sentences whose source has `low` to `high` tokens (EOS counted), `high` None for no end."""

    low: int
    high: int | None
    sentences: int
    bleu: float
    bleu_low: float
    bleu_high: float


@dataclass(frozen=True)
class Measured:
    """One model on the test set. BLEU and chrF 0..100 with the 95 % interval of the bootstrap.

    `seconds` and `cpu_seconds` are for all test sentences by beam search, one thread; the training
    hours are wall time. `perplexity` is per target token of dev, teacher-forced.
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
    """By the model's name, in the order of history; {} where nothing has been measured."""
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
    """Share of sequences written without a mistake, by length; `task` is "copy" or "reverse"."""

    task: str
    model: str
    parameters: int
    steps: int
    accuracy: Mapping[int, float]


@dataclass(frozen=True)
class Why:
    """Where one of the `toys` goes wrong on the longest rows, and the same model trained `longer`.

    `tokens` is the share of tokens that are right; `beside` the share of first wrong tokens that
    stand within two places of the right one, `chance` what it would be for any wrong digit.
    """

    task: str
    model: str
    tokens: float
    beside: float
    chance: float
    longer: Toy


@cache
def why() -> Why | None:
    """None where it has not been measured."""
    found = json.loads(TOYS.read_text(encoding="utf-8")).get("why") if TOYS.exists() else None
    return Why(**{**found, "longer": _toy(found["longer"])}) if found else None


def _toy(row: dict[str, Any]) -> Toy:
    return Toy(**{**row, "accuracy": {int(n): share for n, share in row["accuracy"].items()}})


@cache
def toys() -> tuple[Toy, ...]:
    """Every model on both tasks, `each` sequences a length; () where nothing has been measured."""
    if not TOYS.exists():
        return ()
    content: dict[str, Any] = json.loads(TOYS.read_text(encoding="utf-8"))
    return tuple(map(_toy, content["results"]))
