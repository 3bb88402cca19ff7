"""Numbers as people write them: a true minus sign (U+2212), no minus zero, infinity as its sign."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
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


def percent(share: float, digits: int = 1) -> str:
    """8.4%; what is there but would be rounded to nothing is <0.1%.

    `components/shared/numbers.js` is the same for drawings; a test holds both to one table.
    """
    if not math.isfinite(share):
        return f"{decimal(share)}%"
    step = Decimal(1).scaleb(-digits)
    written = Decimal(100 * float(share)).quantize(step, ROUND_HALF_UP)
    return f"<{step}%" if share > 0 and not written else true_minus(f"{written:zf}%")


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
