"""Numbers in formulas: what stands on screen is right as it stands."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from explainer.frame.formula import addends, difference

SIZES = st.floats(-500, 500).map(lambda value: round(value, 5))


def test_a_difference_comes_out_as_it_is_shown() -> None:
    """With two decimals it would read -5.53 - (-2.64) = -2.88."""
    first, second, rest = difference(-5.5251, -2.6442)
    assert Decimal(first) - Decimal(second) == Decimal(rest)
    assert difference(1.5, 0.25) == ("1.50", "0.25", "1.25")


@given(st.lists(SIZES, min_size=2, max_size=4))
def test_what_is_added_up_on_screen_adds_up(terms: list[float]) -> None:
    *shown, total = map(Decimal, addends(*terms))
    assert sum(shown) == total
