"""Format numbers for display: true minus sign (U+2212), no negative zero, ∞ for infinity."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

MINUS: Final = "\u2212"
RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def decimal(value: float, digits: int = 2) -> str:
    """Round `value` to `digits` decimals; ∞ or −∞ if infinite, "NaN" for NaN."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return f"{MINUS}∞" if value < 0 else "∞"
    return true_minus(f"{value:z.{digits}f}")


def percent(share: float, digits: int = 1) -> str:
    """Format a share as 8.4%; a positive one that would round to 0 is <0.1%.

    The drawings have the same function in JavaScript; a test checks both against one table.
    """
    if not math.isfinite(share):
        return f"{decimal(share)}%"
    step = Decimal(1).scaleb(-digits)
    rounded = Decimal(100 * float(share)).quantize(step, ROUND_HALF_UP)
    return f"<{step}%" if share > 0 and not rounded else true_minus(f"{rounded:zf}%")


def true_minus(number: str) -> str:
    """Replace every hyphen of a formatted number by a minus sign."""
    return number.replace("-", MINUS)


def superscript(exponent: int) -> str:
    """Format an exponent as a superscript: ⁻⁶."""
    return str(exponent).translate(RAISED)


def power(value: float, digits: int = 0) -> str:
    """Format in scientific notation with `digits` decimals: 4 × 10⁻⁶; 0 is 0, 3 × 10⁰ is 3."""
    if not value or not math.isfinite(value):
        return decimal(value, 0)
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    if int(exponent) == 0:
        return true_minus(mantissa)
    return f"{true_minus(mantissa)} × 10{superscript(int(exponent))}"
