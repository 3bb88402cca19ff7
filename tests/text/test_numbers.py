"""How numbers are written."""

from __future__ import annotations

import math

import numpy as np
import pytest

from explainer.text.numbers import decimal, power, true_minus
from tests.layers.sources import files, name_of


@pytest.mark.parametrize(
    ("value", "digits", "written"),
    [
        (-1.005, 2, "−1.00"),
        (-0.001, 2, "0.00"),
        (12.0, 0, "12"),
        (np.float32(-0.25), 3, "−0.250"),
        (-math.inf, 2, "−∞"),
        (math.inf, 0, "∞"),
        (math.nan, 2, "NaN"),
    ],
)
def test_a_number_is_written(value: float, digits: int, written: str) -> None:
    assert decimal(value, digits) == written


def test_every_hyphen_becomes_a_minus() -> None:
    assert true_minus("-1.5e-07") == "−1.5e−07"


def test_nobody_else_puts_the_sign() -> None:
    other = [p for p in files("explainer") if 'replace("-", ' in p.read_text(encoding="utf-8")]
    assert [name_of(path) for path in other] == ["explainer/text/numbers.py"]


@pytest.mark.parametrize(
    ("value", "digits", "shown"),
    [
        (4.2e-6, 0, "4 × 10⁻⁶"),
        (-1.25e-12, 1, "−1.2 × 10⁻¹²"),
        (3e14, 0, "3 × 10¹⁴"),
        (2.0, 0, "2"),
        (0.0, 0, "0"),
        (math.inf, 0, "∞"),
    ],
)
def test_a_power_is_raised(value: float, digits: int, shown: str) -> None:
    assert power(value, digits) == shown
