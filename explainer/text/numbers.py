"""Numbers as people write them: a true minus sign (U+2212), no minus zero, infinity as its sign."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

MINUS: Final = "\u2212"
MOST_DECIMALS: Final = 5  # more than the fewest
RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def decimal(value: float, digits: int = 2) -> str:
    """`value` rounded to `digits` decimals; ∞ or −∞ for an infinite one, NaN for none."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return f"{MINUS}∞" if value < 0 else "∞"
    return true_minus(f"{value:z.{digits}f}")


def worked(
    result: Callable[..., float], *values: float, least: int | Sequence[int] = 2, digits: int = 2
) -> tuple[str, ...]:
    """The values and then what `result` makes of them, with `digits` decimals: all as printed.

    Each value has its `least` decimals and as many more as it takes for a reader who reckons with
    what is printed to get what is printed.
    """
    fewest = [least] * len(values) if isinstance(least, int) else list(least)
    wanted = decimal(result(*values), digits)
    for more in range(MOST_DECIMALS):
        places = [few + more for few in fewest]
        shown = [decimal(value, n) for value, n in zip(values, places, strict=True)]
        if decimal(result(*map(read_decimal, shown)), digits) == wanted:
            break
    return (*shown, wanted)


def read_decimal(written: str) -> float:
    """The number that `decimal` wrote."""
    return float(written.replace(MINUS, "-").replace("∞", "inf"))


def true_minus(written: str) -> str:
    """A written number with the sign of mathematics for every hyphen."""
    return written.replace("-", MINUS)


def superscript(exponent: int) -> str:
    """⁻⁶, as it stands behind a 10."""
    return str(exponent).translate(RAISED)


def power(value: float, digits: int = 0) -> str:
    """A very small or large number with `digits` decimals: 4 × 10⁻⁶; 0 is 0, 3 × 10⁰ is 3."""
    if not value or not math.isfinite(value):
        return decimal(value, 0)
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    if int(exponent) == 0:
        return true_minus(mantissa)
    return f"{true_minus(mantissa)} × 10{superscript(int(exponent))}"
