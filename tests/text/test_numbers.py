"""How numbers, shares and particles are written, and templates that never want one."""

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from explainer.drawings import HERE
from explainer.text import Text, holes, strings
from explainer.text.josa import final_consonant, particle
from explainer.text.numbers import decimal, percent, power, true_minus
from tests.layers.sources import ROOT, files, name_of

WRITE = {"decimal": decimal, "percent": percent, "power": power}
TABLE = json.loads(Path(__file__).with_name("numbers.json").read_text("utf-8"))


def test_a_number_is_written() -> None:
    more = (
        ("decimal", np.float32(-0.25), 3, "−0.250"),
        ("decimal", -math.inf, 2, "−∞"),
        ("decimal", math.inf, 0, "∞"),
        ("decimal", math.nan, 2, "NaN"),
        ("power", math.inf, 0, "∞"),
    )
    # `explainer/drawings/format.js` is held to the table as well.
    for kind, value, digits, written in (*TABLE, *more):
        assert WRITE[kind](value, digits) == written, (kind, value, digits)
    assert true_minus("-1.5e-07") == "−1.5e−07", "every hyphen becomes a minus"


def test_nobody_else_puts_the_sign() -> None:
    other = [p for p in files("explainer") if 'replace("-", ' in p.read_text(encoding="utf-8")]
    assert [name_of(path) for path in other] == ["explainer/text/numbers.py"]


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


FORMAT = HERE / "format.js"
# What writes a share by itself. A width or a height in a style is no share that anybody reads.
PYTHON = re.compile(r":\.\d%|[\"']<[\d.]+%?[\"']")
SCRIPT = re.compile(r"(toFixed|toPrecision|Math\.round)\([^`]*\}%|[\"'`]<[\d.]+%?[\"'`]")
STYLE = re.compile(r"\.style\b|style=\"|setProperty|var\(--|\"--|color-mix")


def test_nobody_else_writes_a_share() -> None:
    own = [
        f"{name_of(path)}: {line.strip()}"
        for path in files("explainer", suffixes=(".py", ".js"))
        if not path.stem.endswith("_test")
        # Cards of models are files of their own, written once.
        if path != FORMAT and not path.is_relative_to(ROOT / "explainer" / "training")
        for line in path.read_text("utf-8").splitlines()
        if (PYTHON if path.suffix == ".py" else SCRIPT).search(line) and not STYLE.search(line)
    ]
    assert own == []


def test_known_holes_are_filled_and_the_others_stay() -> None:
    text, key = Text("en"), "scaling.softmax_bars.sd_before"
    assert holes(text.template(key)) == holes(strings("en")[key])
    some = text.template("lesson.head", lesson="Masks")
    assert "Masks" in some and holes(some) == {"step", "steps"}
    assert some.format(step=1, steps=2) == text("lesson.head", lesson="Masks", step=1, steps=2)
    with pytest.raises(KeyError):
        text.template("lesson.nowhere")
    text, key = Text("ko"), "training.is_pad"  # 자리 {place|은/는}
    with pytest.raises(ValueError, match="particle"):
        text.template(key)
    assert text.template(key, place=3) == text(key, place=3)
