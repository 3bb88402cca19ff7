"""Probabilities of a reference may be tiny: they are never written as 0."""

from __future__ import annotations

SMALL = 1e-3  # below it a formula writes a power of ten


def tex_probability(p: float) -> str:
    """For KaTeX: four decimals, or `9.55 \\cdot 10^{-6}`."""
    if p >= SMALL:
        return f"{p:.4f}"
    mantissa, power = f"{p:.2e}".split("e")
    return rf"({mantissa} \cdot 10^{{{int(power)}}})"
