"""Drawings as text: what was written is read again, and nothing else is."""

from __future__ import annotations

import pytest

from explainer.data.digits import MOST, SIZE, digits, read_strokes, write_strokes


def test_ten_digits_are_drawn_and_stand_in_an_address() -> None:
    assert list(digits()) == [str(digit) for digit in range(10)]
    for strokes in digits().values():
        written = write_strokes(strokes)
        assert read_strokes(written) == strokes and len(written) <= MOST
        assert all(0 <= place < SIZE for stroke in strokes for point in stroke for place in point)


@pytest.mark.parametrize("written", ["a", "00..11", "0é", "00 11", "0" * (MOST + 2), "."])
def test_anything_else_is_refused(written: str) -> None:
    with pytest.raises(ValueError):
        read_strokes(written)
