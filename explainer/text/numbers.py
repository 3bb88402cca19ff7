"""Numbers as people write them: a true minus sign (U+2212), no minus zero, infinity as its sign."""

from __future__ import annotations

import math
from typing import Final

MINUS: Final = "\u2212"


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
