"""Format numbers, colours and line breaks of formulas for KaTeX."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from decimal import Decimal

import numpy as np

from explainer.charts.palette import PALETTE, theme
from explainer.text.numbers import power

ROUNDED = re.compile(r"\d\.\d")
COLOURED = ("q", "k", "v", "weight", "source", "target", "residual", "mask")


def number(value: float) -> str:
    """Format a number for KaTeX with two or three decimals, or as a power of ten.

    Small numbers are not rounded to 0, so that equations stay true as printed.
    """
    if abs(value) >= 1e5 or 0 < abs(value) < 5e-4:
        mantissa, exponent = f"{value:.2e}".split("e")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}}"
    return f"{value:.2f}" if abs(value) >= 1 else f"{value:z.3f}"


def thousands(value: int) -> str:
    """Format an integer for KaTeX: 12{,}345."""
    return f"{value:,}".replace(",", "{,}")


def addends(*terms: float) -> tuple[str, ...]:
    """Format terms and their sum with the fewest decimals, two or more, that add up as printed."""
    for digits in range(2, 7):
        texts = [f"{value:.{digits}f}" for value in (*terms, math.fsum(terms))]
        if sum(map(Decimal, texts[:-1])) == Decimal(texts[-1]):
            break
    return tuple(texts)


def difference(first: float, second: float) -> tuple[str, str, str]:
    """Format `first`, `second` and first - second such that they are consistent as printed."""
    rest, second_text, first_text = addends(first - second, second)
    return first_text, second_text, rest


def aligned(equation: str) -> str:
    """Align an equation: name and general form on one line, numbers below, to fit a phone.

    The last sign is ≈ if the result does not follow exactly from the rounded numbers printed.
    """
    name, first, *parts = equation.split(" = ")
    signs = ["="] * len(parts)
    if parts and not _comes_out((first, *parts)[-2], parts[-1]):
        signs[-1] = r"\approx"
    steps = (f"{sign} {part}" for sign, part in zip(signs, parts, strict=True))
    below = rf" \\[6pt] & {' '.join(steps)}" if parts else ""
    return rf"\;\begin{{aligned}} {name} & = {first}{below} \end{{aligned}}\;"


def _comes_out(expression: str, result: str) -> bool:
    """Return whether nothing is rounded, or the expression is a sum that adds up as printed."""
    if not (ROUNDED.search(expression) and ROUNDED.search(result)):
        return True
    plain = expression.replace(" ", "").replace("-(-", "+").replace("+(-", "-")
    terms = re.findall(r"[-+]?\d+\.\d+", plain)
    if "".join(terms) != plain.replace(")", "") or not re.fullmatch(r"-?\d+\.\d+", result):
        return False
    return sum(map(Decimal, terms)) == Decimal(result)


def tones(dark: bool) -> Mapping[str, str]:
    """Return the text colours of the quantities in formulas by name."""
    colours = PALETTE[theme(dark)]
    return {name: colours.get(f"{name}_text", colours[name]) for name in COLOURED}


def in_colour(colours: Mapping[str, str], name: str, tex: str) -> str:
    """Wrap `tex` in the colour of `name`."""
    return rf"\textcolor{{{colours[name]}}}{{{tex}}}"


def factor(log_change: float) -> str:
    """Format exp(log_change), e.g. the ratio of two probabilities.

    Very small or large factors are powers of ten; factors near 1 have three decimals.
    """
    value = float(np.exp(log_change))
    if 0 < abs(value - 1) < 0.05:
        return f"{value:.3f}"
    if 0.01 <= value < 1000:
        return f"{value:.2g}"
    return power(value, 1)
