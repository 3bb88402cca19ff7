"""Numbers as people write them: a true minus sign (U+2212), no minus zero, infinity as its sign."""

from __future__ import annotations

import math
from typing import Final

MINUS: Final = "\u2212"
RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def decimal(value: float, digits: int = 2) -> str:
    """`value` rounded to `digits` decimals; ∞ or −∞ for an infinite one, NaN for none."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return f"{MINUS}∞" if value < 0 else "∞"
    return true_minus(f"{value:z.{digits}f}")


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
