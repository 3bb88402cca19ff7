"""Probabilities of a reference may be tiny: they are never written as 0."""

from __future__ import annotations

SMALL = 1e-3  # below it a formula writes a power of ten


def percent(p: float, decimals: int = 1) -> str:
    """`8.4%`; what would be rounded to nothing is `<0.1%`."""
    least = 10 ** -(decimals + 2)
    return f"{p:.{decimals}%}" if p >= least / 2 else f"<{least:.{decimals}%}"


def tex_probability(p: float) -> str:
    """For KaTeX: four decimals, or `9.55 \\cdot 10^{-6}`."""
    if p >= SMALL:
        return f"{p:.4f}"
    mantissa, power = f"{p:.2e}".split("e")
    return rf"({mantissa} \cdot 10^{{{int(power)}}})"
