"""Numbers of two sentences compared across languages."""

from __future__ import annotations

import pytest

from explainer.data.amounts import differing


@pytest.mark.parametrize(
    ("source", "target", "languages"),
    [
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
    ],
)
def test_the_same_numbers(source: str, target: str, languages: str) -> None:
    assert differing(source, target, *languages.split()) == []


@pytest.mark.parametrize(
    ("source", "target", "languages", "other"),
    [
        ("나는 3만 5천원을 냈다.", "I paid 5,000 won.", "ko en", ["35000", "5000"]),
        ("2,200,112 people", "21.12 Leute", "en de", ["12", "21", "2200112"]),
        ("I have 3 cats.", "Ich habe Katzen.", "en de", ["3"]),
        ("I have cats.", "Ich habe 3 Katzen.", "en de", ["3"]),
    ],
)
def test_other_numbers(source: str, target: str, languages: str, other: list[str]) -> None:
    assert differing(source, target, *languages.split()) == other
