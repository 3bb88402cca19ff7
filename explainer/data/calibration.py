"""How sure models are and how often they are right, as it was measured on dev.

calibration.json is written by `python -m explainer.training.studies.calibration`; no text is in it.
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
    """Tokens whose most probable candidate had a probability in this tenth: how many there are,
    the mean of that probability, and the share of them where the candidate was the wanted token.
    """

    count: int
    confidence: float
    accuracy: float


@dataclass(frozen=True)
class Calibration:
    """One model, teacher-forced on dev. `weights` is the SHA-256 of its file, `epsilon` the label
    smoothing it was trained with, `loss` in nats per target token without smoothing. The bins go
    from unsure to sure, those without a token too.
    """

    model: str
    weights: str
    epsilon: float
    loss: float
    bins: tuple[Bin, ...]

    @property
    def tokens(self) -> int:
        return sum(one.count for one in self.bins)

    @property
    def confidence(self) -> float:
        """Mean probability of the most probable token, 0..1."""
        return self._mean([one.confidence for one in self.bins])

    @property
    def accuracy(self) -> float:
        """Share of tokens where it was the wanted one, 0..1."""
        return self._mean([one.accuracy for one in self.bins])

    @property
    def error(self) -> float:
        """Expected calibration error, 0..1: the mean distance of confidence and accuracy over the
        bins, by their tokens (Guo et al., arXiv:1706.04599, equation 3).
        """
        return self._mean([abs(one.confidence - one.accuracy) for one in self.bins])

    def _mean(self, values: list[float]) -> float:
        pairs = zip(self.bins, values, strict=True)
        return sum(one.count * value for one, value in pairs) / self.tokens


@cache
def calibrations() -> tuple[Calibration, ...]:
    """Empty where nothing has been measured."""
    if not FILE.exists():
        return ()
    content: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Calibration(**{**one, "bins": tuple(Bin(*numbers) for numbers in one["bins"])})
        for one in content
    )
