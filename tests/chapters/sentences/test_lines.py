"""The lead figure: lines as they were written, each token as probable as the model found it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from explainer.batch.rows import Row
from explainer.chapters.sentences.lines import SEEN, around
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from tests.chapters.chapter import drawn
from tests.chapters.sentences.sentences_page import finish, job, opened, pasted, start

pytestmark = pytest.mark.usefixtures("sentence_models")


def test_the_tokens_are_those_of_one_sentence_alone(sentence_folder: Path) -> None:
    at, translator = opened(), Translator.load(sentence_folder / "aa")
    data = drawn(at, "lines")
    assert [line["number"] for line in data["lines"]] == at.dataframe[0].value["number"].tolist()
    assert data["line"] == data["lines"][0]["number"]
    for line in data["lines"]:
        alone = translator.translate(line["source"], DecodeOptions())
        assert line["tokens"] == list(alone.predicted_tokens)
        assert np.exp(line["log_probs"]) == pytest.approx(alone.predicted_probs, abs=2e-4)


def test_a_line_that_cannot_be_translated_says_why() -> None:
    at = finish(start(pasted("비가 온다.\n\n책을 읽는다.")))
    assert {line["number"]: bool(line["problem"]) for line in drawn(at, "lines")["lines"]} == {
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
    assert drawn(at, "lines")["line"] == 12
