"""Calibration of the models measured on dev: confidence against accuracy.

calibration.json is written by `python -m explainer.training.studies.calibration`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_suffix(".json")
BINS: Final = 10  # of equal width, from 0 to 1


@dataclass(frozen=True)
class Bin:
    """Tokens whose top candidate's probability falls into this bin.

    Their number, the mean of that probability, and the share whose top candidate was correct.
    """

    count: int
    confidence: float
    accuracy: float


@dataclass(frozen=True)
class Calibration:
    """Calibration of one model, teacher-forced on dev.

    `weights` is the SHA-256 of its file, `epsilon` its label smoothing in training, `loss` in nats
    per target token without smoothing. Bins are in ascending order, including empty ones.
    """

    model: str
    weights: str
    epsilon: float
    loss: float
    bins: tuple[Bin, ...]

    @property
    def tokens(self) -> int:
        return sum(b.count for b in self.bins)

    @property
    def confidence(self) -> float:
        """Mean probability of the most probable token, 0..1."""
        return self._mean([b.confidence for b in self.bins])

    @property
    def accuracy(self) -> float:
        """Share of tokens whose most probable token was correct, 0..1."""
        return self._mean([b.accuracy for b in self.bins])

    @property
    def error(self) -> float:
        """Expected calibration error, 0..1: |confidence - accuracy| averaged over the bins.

        Bins are weighted by their number of tokens (Guo et al., arXiv:1706.04599, equation 3).
        """
        return self._mean([abs(b.confidence - b.accuracy) for b in self.bins])

    def _mean(self, values: list[float]) -> float:
        pairs = zip(self.bins, values, strict=True)
        return sum(b.count * value for b, value in pairs) / self.tokens


@cache
def calibrations() -> tuple[Calibration, ...]:
    """Return all recorded calibrations; empty if none were measured."""
    if not FILE.exists():
        return ()
    content: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Calibration(**{**record, "bins": tuple(Bin(*numbers) for numbers in record["bins"])})
        for record in content
    )
