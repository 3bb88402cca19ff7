"""What 2,000 pairs of another domain teach, by what the model knew before, as it was measured.

few_pairs.json is written by `python -m explainer.training.few`; see there what each figure is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_suffix(".json")


@dataclass(frozen=True)
class Way:
    """One way to a translator of the new domain. BLEU and chrF 0..100 with the 95 % interval.

    `curve` is (step, dev loss in nats per token), from step 0, which is before any learning;
    `step` is the one with the lowest loss, whose weights were scored. `trained` are the parameters
    that learn; `everyday` is BLEU on the test set of the sentences that ko-en itself learned from.
    """

    name: str
    trained: int
    step: int
    loss: float
    bleu: float
    bleu_low: float
    bleu_high: float
    chrf: float
    everyday: float
    curve: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class FewPairs:
    """`pairs` to learn from, `dev` and `test` held out; `weights` is the SHA-256 of ko-en's."""

    pairs: int
    dev: int
    test: int
    steps: int
    rate: float
    parameters: int
    weights: str
    ways: tuple[Way, ...]


@cache
def few_pairs() -> FewPairs | None:
    """None where nothing has been measured."""
    if not FILE.exists():
        return None
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    ways = tuple(
        Way(**{**way, "curve": tuple((step, loss) for step, loss in way["curve"])})
        for way in content.pop("ways")
    )
    return FewPairs(**content, ways=ways)
