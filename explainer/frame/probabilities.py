"""Format probabilities, which may be tiny for a reference, without rounding to 0."""

from __future__ import annotations

SMALL = 1e-3  # smaller probabilities are printed as powers of ten


def tex_probability(p: float) -> str:
    """Format a probability for KaTeX: four decimals, or `(9.55 \\cdot 10^{-6})`."""
    if p >= SMALL:
        return f"{p:.4f}"
    mantissa, power = f"{p:.2e}".split("e")
    return rf"({mantissa} \cdot 10^{{{int(power)}}})"
