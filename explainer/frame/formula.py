"""Numbers, colours and line breaks of formulas for KaTeX."""

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
    """A number for KaTeX: two to three decimals, or a power of ten when it is large, or so small
    that it would read as none: what is said to be equal is equal as it stands.
    """
    if abs(value) >= 1e5 or 0 < abs(value) < 5e-4:
        mantissa, exponent = f"{value:.2e}".split("e")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}}"
    return f"{value:.2f}" if abs(value) >= 1 else f"{value:z.3f}"


def thousands(value: int) -> str:
    """A whole number for KaTeX: 12{,}345."""
    return f"{value:,}".replace(",", "{,}")


def addends(*terms: float) -> tuple[str, ...]:
    """The terms and then their sum, all with the fewest decimals (two at least) with which what is
    shown adds up."""
    for digits in range(2, 7):
        shown = [f"{value:.{digits}f}" for value in (*terms, math.fsum(terms))]
        if sum(map(Decimal, shown[:-1])) == Decimal(shown[-1]):
            break
    return tuple(shown)


def difference(first: float, second: float) -> tuple[str, str, str]:
    """`first`, `second` and first - second, with as many decimals as make it come out."""
    rest, second_shown, first_shown = addends(first - second, second)
    return first_shown, second_shown, rest


def aligned(equation: str) -> str:
    """Name and general form on one line, the numbers below: it fits a phone. What is reckoned with
    the rounded numbers that stand there is about equal.
    """
    name, first, *parts = equation.split(" = ")
    signs = ["="] * len(parts)
    if parts and not _comes_out((first, *parts)[-2], parts[-1]):
        signs[-1] = r"\approx"
    told = (f"{sign} {part}" for sign, part in zip(signs, parts, strict=True))
    below = rf" \\[6pt] & {' '.join(told)}" if parts else ""
    return rf"\;\begin{{aligned}} {name} & = {first}{below} \end{{aligned}}\;"


def _comes_out(reckoned: str, result: str) -> bool:
    """Whether nothing there was rounded, or it is a sum that adds up as it stands."""
    if not (ROUNDED.search(reckoned) and ROUNDED.search(result)):
        return True
    plain = reckoned.replace(" ", "").replace("-(-", "+").replace("+(-", "-")
    terms = re.findall(r"[-+]?\d+\.\d+", plain)
    if "".join(terms) != plain.replace(")", "") or not re.fullmatch(r"-?\d+\.\d+", result):
        return False
    return sum(map(Decimal, terms)) == Decimal(result)


def tones(dark: bool) -> Mapping[str, str]:
    """The text colours of what a formula names, by name."""
    colours = PALETTE[theme(dark)]
    return {name: colours.get(f"{name}_text", colours[name]) for name in COLOURED}


def in_colour(colours: Mapping[str, str], name: str, tex: str) -> str:
    """`tex` in the colour of `name`."""
    return rf"\textcolor{{{colours[name]}}}{{{tex}}}"


def factor(log_change: float) -> str:
    """e to a change of a log-probability; a very small or large one as a power of ten, and one near
    1 with the decimals that tell it from 1."""
    value = float(np.exp(log_change))
    if 0 < abs(value - 1) < 0.05:
        return f"{value:.3f}"
    if 0.01 <= value < 1000:
        return f"{value:.2g}"
    return power(value, 1)
