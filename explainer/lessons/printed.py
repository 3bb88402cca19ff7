"""Round numbers for print so that calculating with them gives the printed result."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from explainer.text.numbers import MINUS, decimal

MOST: Final = 6  # decimals that are added at most
SIGNIFICANT: Final = 3  # first digits that are kept of a number of any size


def digits_needed(
    results: Callable[[Sequence[float]], Sequence[float]],
    values: Sequence[float],
    *,
    digits: Sequence[int],
    to: int,
) -> tuple[int, ...]:
    """Return the decimals of each value, at least `digits`, that reproduce the results to `to`.

    All values get the same number of extra decimals, MOST if fewer are not enough.
    """
    told = [decimal(one, to) for one in results(values)]
    for more in range(MOST):
        rounded = [round(v, n + more) for v, n in zip(values, digits, strict=True)]
        with suppress(ArithmeticError, ValueError):  # a divisor or a probability rounded to 0
            if [decimal(one, to) for one in results(rounded)] == told:
                return tuple(n + more for n in digits)
    return tuple(n + MOST for n in digits)


def printable(
    result: Callable[..., float], *values: float, to: int, digits: Sequence[int] | int = 2
) -> tuple[str, ...]:
    """Format values with enough decimals to reproduce the result, rounded to `to` decimals."""
    least = [digits] * len(values) if isinstance(digits, int) else digits
    found = digits_needed(lambda given: (result(*given),), values, digits=least, to=to)
    return tuple(decimal(v, n) for v, n in zip(values, found, strict=True))


def sig_digits(value: float) -> int:
    """Return how many decimals keep a number's first SIGNIFICANT digits."""
    if not value or not math.isfinite(value):
        return 2
    return max(0, SIGNIFICANT - 1 - math.floor(math.log10(abs(value))))


def decimals(written: str) -> int:
    """Count the decimals of a formatted number."""
    return len(written.partition(".")[2])


def parse_number(written: str) -> float:
    """Parse a formatted number. Raises ValueError for anything else."""
    return float(written.replace(MINUS, "-"))
