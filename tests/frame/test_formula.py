"""Numbers in formulas: what stands on screen is right as it stands."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from explainer.frame.formula import addends, aligned, difference, number

SIZES = st.floats(-500, 500).map(lambda value: round(value, 5))


def test_what_is_not_0_is_not_written_as_0() -> None:
    shown = {
        0.0005: "0.001",
        0.000499: r"4.99 \cdot 10^{-4}",
        -3e-7: r"-3.00 \cdot 10^{-7}",
        123456.0: r"1.23 \cdot 10^{5}",
        -12.345: "-12.35",
    }
    assert {value: number(value) for value in shown} == shown
    assert number(0.0) == number(-0.0) == "0.000"


def test_a_difference_comes_out_as_it_is_shown() -> None:
    """With two decimals it would read -5.53 - (-2.64) = -2.88."""
    first, second, rest = difference(-5.5251, -2.6442)
    assert Decimal(first) - Decimal(second) == Decimal(rest)
    assert difference(1.5, 0.25) == ("1.50", "0.25", "1.25")


@given(st.lists(SIZES, min_size=2, max_size=4))
def test_what_is_added_up_on_screen_adds_up(terms: list[float]) -> None:
    *shown, total = map(Decimal, addends(*terms))
    assert sum(shown) == total


def test_what_is_reckoned_with_rounded_numbers_is_about_equal() -> None:
    for equation, sign in (
        (r"L = -\ln p = -\ln 0.0016 = 6.4072", r"\approx 6.4072"),
        (r"s = q \cdot k = 15.64", "= 15.64"),
        (r"\Delta = b - a = -45.541 - (-1.026) = -44.515", "= -44.515"),
        (r"\Delta = b - a = -45.54 - (-1.03) = -44.52", r"\approx -44.52"),
        (r"d = h d_k = 8 \cdot 24 = 192", "= 192"),
        ("x = 3", "= 3"),
    ):
        assert f" {sign} " in aligned(equation), equation
