"""Options of a search, and the four special token ids."""

import math
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

# Decoding imports nothing of ours, so the ids are repeated here; a test holds them equal to the
# tokenizer's.
PAD, UNK, BOS, EOS = 0, 1, 2, 3

# Never produced. Their probability still counts: nothing is renormalised when they are left out.
FORBIDDEN = (PAD, UNK, BOS)

Method = Literal["greedy", "beam", "sample"]


@dataclass(frozen=True)
class DecodeOptions:
    """Options of one search. Lengths count output tokens, including EOS.

    Fields:
        method: "greedy", "beam" or "sample".
        width: hypotheses a beam keeps at every step, 1 to MAX_WIDTH.
        alpha: exponent of the length penalty, 0 (which switches it off) to MAX_ALPHA.
        min_length: an end of sentence that would make a shorter output is refused.
        max_length: decoding steps at most.
        n_best: hypotheses a beam search returns for a sentence, at most `width`.
        temperature: sampling only; at least 0, where 0 is the limit (the most probable token).
        top_k: sampling only; draw from the k most probable tokens, 0 switches it off.
        top_p: sampling only; draw from the smallest set of at least this probability, in (0, 1].
        seed: sampling only; same seed, same draws.

    Raises:
        ValueError: a value outside its range.
    """

    # An upper limit a subclass may lift, for instance to search a tiny vocabulary exhaustively.
    MAX_WIDTH: ClassVar[int] = 8
    # Far above what anybody uses; the penalty of the longest output is still a number.
    MAX_ALPHA: ClassVar[float] = 10.0

    method: Method = "beam"
    width: int = 4
    alpha: float = 0.6
    min_length: int = 0
    max_length: int = 96
    n_best: int = 4
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if self.method not in get_args(Method):
            raise ValueError(f"method: {self.method!r} is none of {get_args(Method)}")
        _check_int("width", self.width, 1, self.MAX_WIDTH)
        _check_int("max_length", self.max_length, 1, None)
        _check_int("min_length", self.min_length, 0, self.max_length)
        # Greedy search and sampling return one hypothesis whatever the width says.
        _check_int("n_best", self.n_best, 1, self.width if self.method == "beam" else None)
        _check_int("top_k", self.top_k, 0, None)
        _check_int("seed", self.seed, 0, 2**63 - 1)
        _check_float("alpha", self.alpha, self.MAX_ALPHA)
        _check_float("temperature", self.temperature)
        _check_float("top_p", self.top_p)
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top_p: {self.top_p} is not above 0 and at most 1")

    @property
    def rows(self) -> int:
        """Batch rows per sentence."""
        return self.width if self.method == "beam" else 1


def _check_int(name: str, value: int, low: int, high: int | None) -> None:
    if type(value) is not int or value < low or (high is not None and value > high):
        limits = f"of at least {low}" if high is None else f"from {low} to {high}"
        raise ValueError(f"{name}: {value!r} is not a whole number {limits}")


def _check_float(name: str, value: float, high: float = math.inf) -> None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not (math.isfinite(value) and 0 <= value <= high):
        limits = "of at least 0" if high == math.inf else f"from 0 to {high:g}"
        raise ValueError(f"{name}: {value!r} is not a finite number {limits}")
