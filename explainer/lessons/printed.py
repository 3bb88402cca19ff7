"""Numbers as they stand on paper: who works with what is printed gets what is told."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from explainer.text.numbers import MINUS, decimal

MOST: Final = 6  # decimals that are added at most
SIGNIFICANT: Final = 3  # first digits that are kept of a number of any size


def digits_that_give(
    results: Callable[[Sequence[float]], Sequence[float]],
    values: Sequence[float],
    *,
    digits: Sequence[int],
    to: int,
) -> tuple[int, ...]:
    """The decimals of each value, at least `digits`: as few as are needed so that the results,
    worked out from the rounded values, round to the true ones with `to` decimals.

    All values get the same number of further decimals, MOST where nothing less does.
    """
    told = [decimal(one, to) for one in results(values)]
    for more in range(MOST):
        rounded = [round(v, n + more) for v, n in zip(values, digits, strict=True)]
        with suppress(ArithmeticError, ValueError):  # a divisor or a probability rounded to 0
            if [decimal(one, to) for one in results(rounded)] == told:
                return tuple(n + more for n in digits)
    return tuple(n + MOST for n in digits)


def so_that(
    result: Callable[..., float], *values: float, to: int, digits: Sequence[int] | int = 2
) -> tuple[str, ...]:
    """The values as they are printed for a result that is told with `to` decimals."""
    least = [digits] * len(values) if isinstance(digits, int) else digits
    found = digits_that_give(lambda given: (result(*given),), values, digits=least, to=to)
    return tuple(decimal(v, n) for v, n in zip(values, found, strict=True))


def significant(value: float) -> int:
    """Decimals that leave a number its first digits."""
    if not value or not math.isfinite(value):
        return 2
    return max(0, SIGNIFICANT - 1 - math.floor(math.log10(abs(value))))


def decimals(written: str) -> int:
    """How many decimals a written number has."""
    return len(written.partition(".")[2])


def number(written: str) -> float:
    """The number that is written. Raises ValueError for anything else."""
    return float(written.replace(MINUS, "-"))
