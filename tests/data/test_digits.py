"""Numbers of two sentences compared across languages, and drawings as text."""

import pytest

from explainer.data.amounts import differing
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


def test_the_same_numbers() -> None:
    for source, target, languages in (
        ("나는 3만 5천원을 냈다.", "I paid 35,000 won.", "ko en"),
        ("삼만 오천 원", "35,000 won", "ko en"),
        ("2026년 11월 28일에 왔다.", "He came on November 28, 2026.", "ko en"),
        ("오후 3시 30분", "3:30 p.m.", "ko en"),
        ("010-1234-5678", "010-1234-5678", "ko en"),
        ("세 명이 왔다.", "3 people came.", "ko en"),
        ("I have 3 cats.", "나는 고양이가 세 마리 있다.", "en ko"),
        ("I paid $1,200.50.", "Ich habe 1.200,50 Dollar bezahlt.", "en de"),
        ("2,200,112 people", "2.200.112 Leute", "en de"),
        ("on May 3, 2021", "am 3. Mai 2021", "en de"),
        ("twelve eggs", "12 Eier", "en de"),
        ("a hundred people", "100명", "en ko"),
        ("No number here.", "Keine Zahl hier.", "en de"),
    ):
        assert differing(source, target, *languages.split()) == []


def test_other_numbers() -> None:
    for source, target, languages, other in (
        ("나는 3만 5천원을 냈다.", "I paid 5,000 won.", "ko en", ["35000", "5000"]),
        ("2,200,112 people", "21.12 Leute", "en de", ["12", "21", "2200112"]),
        ("I have 3 cats.", "Ich habe Katzen.", "en de", ["3"]),
        ("I have cats.", "Ich habe 3 Katzen.", "en de", ["3"]),
    ):
        assert differing(source, target, *languages.split()) == other
