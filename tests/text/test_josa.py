"""Particles follow the sound of the last syllable."""

from __future__ import annotations

import pytest

from explainer.text import Text, strings
from explainer.text.josa import final_consonant, particle


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("책", "을"),
        ("나무", "를"),
        ("물", "을"),
        ("3", "을"),
        ("2", "를"),
        ("10", "을"),
        ("100", "을"),
        ("BLEU", "를"),
        ("beam", "을"),
        ("모델(작은 것)", "을"),
        ("친구.", "를"),
        ("90%", "를"),
        ("", "를"),
        ("</s>", "를"),
    ],
)
def test_object_particle(word: str, expected: str) -> None:
    assert particle(word, "을", "를") == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [("서울", "로"), ("부산", "으로"), ("학교", "로"), ("7", "로"), ("3", "으로")],
)
def test_direction_particle_has_its_own_rule(word: str, expected: str) -> None:
    assert particle(word, "으로", "로") == expected


def test_every_final_consonant_is_told_apart() -> None:
    syllables = [chr(0xAC00 + final) for final in range(28)]
    assert [final_consonant(syllable) for syllable in syllables] == list(range(28))


def test_a_hole_may_name_its_particle(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = {"x.y": "{piece|이/가} {piece|은/는} {count}"}
    monkeypatch.setattr("explainer.text.strings", lambda lang: catalogue)
    assert Text("ko")("x.y", piece="책", count=2) == "책이 책은 2"
    assert Text("ko")("x.y", piece="나무", count=2) == "나무가 나무는 2"


def test_particles_are_used_in_korean_only() -> None:
    assert not any("|" in value and "{" in value for value in strings("en").values())
