"""The lead figure: lines as they were written, each token as probable as the model found it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.batch.rows import Row
from explainer.chapters.sentences.lines import SEEN, around
from explainer.chapters.sentences.sureness import Line, SurenessWords, sureness_payload
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.text import Text
from tests.chapters.chapter import sent
from tests.chapters.sentences.sentences_page import finish, job, opened, pasted, start

pytestmark = pytest.mark.usefixtures("sentence_models")


def drawn(at: AppTest) -> dict[str, Any]:
    """What the drawing was given."""
    return sent(at)


def test_the_tokens_are_those_of_one_sentence_alone(sentence_folder: Path) -> None:
    at, translator = opened(), Translator.load(sentence_folder / "aa")
    data = drawn(at)
    assert [line["number"] for line in data["lines"]] == at.dataframe[0].value["number"].tolist()
    assert data["chosen"] == data["lines"][0]["number"]
    for line in data["lines"]:
        alone = translator.translate(line["source"], DecodeOptions())
        assert [token for token, _ in line["tokens"]] == list(alone.predicted_pieces)
        probs = [p for _, p in line["tokens"]]
        assert probs == pytest.approx(alone.predicted_probs, abs=2e-4)
        mean = np.exp(np.log(alone.predicted_probs.astype(np.float64)).mean())
        assert abs(float(line["mean"].rstrip("%")) / 100 - mean) < 0.006


def test_a_line_that_cannot_be_translated_says_why() -> None:
    at = finish(start(pasted("비가 온다.\n\n책을 읽는다.")))
    assert {line["number"]: bool(line["problem"]) for line in drawn(at)["lines"]} == {
        row.number: row.problem is not None for row in job(at).run.rows
    }


def test_the_lines_around_the_chosen_one_are_seen() -> None:
    rows = [Row(number, "", None, "") for number in range(1, 31)]
    assert around(rows, rows[3]) == rows[:SEEN]
    assert around(rows, rows[SEEN]) == rows[SEEN : 2 * SEEN]
    assert around(rows, rows[-1]) == rows[2 * SEEN :]
    assert around(rows[:5], rows[20]) == rows[:5]
    assert around([], rows[0]) == []
    at = opened(order="as_read", line=12)
    assert drawn(at)["chosen"] == 12 and drawn(at)["words"]["sure"] == Text("en")("sentences.sure")


def test_a_probability_is_one() -> None:
    words = SurenessWords(*["-"] * 4)
    assert sureness_payload([Line(1, "a", [("b", 0.12345649)], "12%")], 1, words, dark=False)[
        "lines"
    ][0]["tokens"] == [["b", 0.123456]]
    with pytest.raises(ValueError, match="probability"):
        sureness_payload([Line(1, "a", [("b", 1.2)], "120%")], 1, words, dark=False)
