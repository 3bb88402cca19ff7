"""Figures and lines of own sentences: every number is drawn, cells of a table are asked about."""

from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from explainer.batch.rows import Row
from explainer.batch.summary import summarise
from explainer.chapters.sentences.lines import SEEN, lines_around
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.text import Text
from tests.chapters.chapter import drawn, maps
from tests.chapters.sentences import sentences_page
from tests.chapters.sentences.sentences_page import finish, job, opened, pasted, start, tables

pytestmark = pytest.mark.usefixtures("sentence_models")


def test_tokens_are_those_of_one_sentence_alone_and_scores_stand_with_their_intervals(
    sentence_folder,
):
    at, translator = opened(), Translator.load(sentence_folder / "aa")
    data = drawn(at, "lines")
    assert [line["number"] for line in data["lines"]] == at.dataframe[0].value["number"].tolist()
    assert data["line"] == data["lines"][0]["number"]
    for line in data["lines"]:
        alone = translator.translate(line["source"], DecodeOptions())
        assert line["tokens"] == list(alone.predicted_tokens)
        assert np.exp(line["log_probs"]) == pytest.approx(alone.predicted_probs, abs=2e-4)
    summary = summarise(job(at).run.rows, "en")
    bleu, chrf = summary.bleu, summary.chrf
    assert bleu is not None and chrf is not None
    bars, found = tables(at, "chrF"), (bleu, chrf)
    assert bars["bars"]["v"] == [one.value for one in found]
    assert bars["marks"]["low"] == [one.low for one in found]
    assert bars["marks"]["high"] == [one.high for one in found]
    alt = next(c.proto.alt for c in at.get("vega_lite_chart") if "chrF" in c.proto.alt)
    assert f"{chrf.value:.1f} ({chrf.low:.1f} to {chrf.high:.1f})" in alt
    assert any(chrf.signature in code.value for code in at.code)
    ratio = f"{summary.target_tokens / summary.source_tokens:.2f}"
    line = Text("en")("sentences.lengths_line", ratio=ratio)
    assert any(line in caption.value for caption in at.caption)


def test_a_line_that_cannot_be_translated_says_why() -> None:
    at = finish(start(pasted("비가 온다.\n\n책을 읽는다.")))
    assert {line["number"]: bool(line["problem"]) for line in drawn(at, "lines")["lines"]} == {
        row.number: row.problem is not None for row in job(at).run.rows
    }


def test_the_lines_around_the_chosen_one_are_seen() -> None:
    rows = [Row(number, "", None, "") for number in range(1, 31)]
    assert lines_around(rows, rows[3]) == rows[:SEEN]
    assert lines_around(rows, rows[SEEN]) == rows[SEEN : 2 * SEEN]
    assert lines_around(rows, rows[-1]) == rows[2 * SEEN :]
    assert lines_around(rows[:5], rows[20]) == rows[:5]
    assert lines_around([], rows[0]) == []
    at = opened(order="as_read", line=12)
    assert drawn(at, "lines")["line"] == 12


TABBED = "비가 온다.\tIt rains.\n책을 읽는다.\tI read a book."


@pytest.mark.parametrize("way", ["paste", "txt", "csv"])
def test_whether_a_line_is_a_sentence_and_its_reference_is_asked(way: str) -> None:
    text, where = Text("ko"), {"from": "paste" if way == "paste" else "file", "method": "greedy"}
    at = sentences_page.opened("ko", **where)  # type: ignore[arg-type]
    written = TABBED if way != "csv" else TABBED.replace("\t", ", ")
    if way == "paste":
        at = at.text_area(key="sentences_field").set_value(written).run()
    else:
        at = sentences_page.upload(at, f"a.{way}", written.encode())
    [asked] = at.radio
    tabs, signs = text("sentences.cut_tabs"), text("sentences.cut_signs", sign=",")
    assert asked.label == (signs if way == "csv" else tabs)
    assert asked.value is None and at.button(key="sentences_start").disabled
    cells, whole = asked.options
    assert (cells, whole) == (text("sentences.cut_cells"), text("sentences.cut_whole"))
    at = sentences_page.start(at.radio[0].set_value("," if way == "csv" else "\t").run())
    found = [(pair.source, (pair.reference or "").strip()) for pair in sentences_page.job(at).pairs]
    assert found == [tuple(line.split("\t")) for line in TABBED.split("\n")]
    at = sentences_page.start(at.radio[0].set_value("").run())
    assert [pair.source for pair in sentences_page.job(at).pairs] == written.split("\n")
    assert not at.exception


def test_the_weights_of_a_line_are_drawn_from_its_least_sure_token(sentence_folder: Path) -> None:
    at = opened(line="3")
    (data,) = maps(at, "panels")
    source = job(at).run.rows[2].source
    translator = Translator.load(sentence_folder / "aa")
    alone = translator.translate(source, job(at).run.search.settings.options())
    weights = alone.looks()
    assert weights is not None
    assert_allclose(data["panels"][0]["weights"], weights, atol=1e-6)
    place = int(alone.predicted_probs.argmin())
    assert data["lit"] == place
    told = next(t.value for t in at.text if t.value.startswith("It wavered most"))
    assert f"{alone.predicted_probs[place]:.1%}" in told
