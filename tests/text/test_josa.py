"""Particles follow the sound of the last syllable."""

from __future__ import annotations

import pytest

from explainer.text import Text, strings
from explainer.text.josa import final_consonant, particle

WITH_FINAL = ("책", "물", "3", "10", "100", "beam", "모델(작은 것)")
WITHOUT = ("나무", "2", "BLEU", "친구.", "90%", "", "</s>")


def test_object_particle_and_that_of_a_direction_which_has_its_own_rule() -> None:
    assert {word for word in (*WITH_FINAL, *WITHOUT) if particle(word, "을", "를") == "을"} == {
        *WITH_FINAL
    }
    found = [particle(word, "으로", "로") for word in ("서울", "부산", "학교", "7", "3")]
    assert found == ["로", "으로", "로", "로", "으로"]


def test_every_final_consonant_is_told_apart() -> None:
    syllables = [chr(0xAC00 + final) for final in range(28)]
    assert [final_consonant(syllable) for syllable in syllables] == list(range(28))


def test_a_hole_may_name_its_particle(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = {"x.y": "{token|이/가} {token|은/는} {count}"}
    monkeypatch.setattr("explainer.text.strings", lambda lang: catalogue)
    assert Text("ko")("x.y", token="책", count=2) == "책이 책은 2"
    assert Text("ko")("x.y", token="나무", count=2) == "나무가 나무는 2"


def test_particles_are_used_in_korean_only() -> None:
    assert not any("|" in value and "{" in value for value in strings("en").values())
