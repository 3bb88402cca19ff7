"""One's own sentences: lines in, rows out, nothing typed is lost, and nothing typed is markup."""

import math
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explainer.batch.reading import Pair
from explainer.batch.rows import Row, translate_rows
from explainer.chapters.sentences import job as sentences_job
from explainer.chapters.sentences.job import Job, Run, Search
from explainer.data.sentences import example_pairs
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.frame.params import Settings
from explainer.runs import gate
from explainer.text import Text
from tests.chapters.sentences.sentences_page import finish, job, opened, pasted, start, warnings
from tests.conftest import SENTENCES
from tests.runs.waiting import until

EN = Text("en")
BEAM = DecodeOptions()
pytestmark = pytest.mark.usefixtures("sentence_models")
LINES = "비가 온다.\n책을 읽는다.\n편지를 보냈다.\n🎈🎈🎈\n바다가 보인다." + "\n새가 난다." * 3
GREEDY = DecodeOptions(method="greedy")


@pytest.fixture(scope="module")
def translator(sentence_folder: Path) -> Translator:
    return Translator.load(sentence_folder / "aa")


def test_rows_say_what_one_sentence_alone_says_in_any_order(translator: Translator) -> None:
    at = opened()
    assert not at.exception and not at.warning and not at.error and not at.info
    table = at.dataframe[0].value.set_index("number")
    for number, (source, reference) in enumerate(example_pairs("ko", "en"), 1):
        alone = translator.translate(source, BEAM)
        row = table.loc[number]
        assert (row["source"], row["reference"]) == (source, reference)
        assert row["translation"] == alone.text
        mean = float(np.log(alone.predicted_probs.astype(np.float64)).mean())
        assert row["log_prob_per_token"] == pytest.approx(mean, abs=2e-4)
    values = at.dataframe[0].value["log_prob_per_token"].tolist()
    assert values == sorted(values) and len(set(values)) > 1
    at.selectbox(key="sentences_order").set_value("as_read").run()
    assert at.dataframe[0].value["number"].tolist() == list(range(1, 13))
    at.selectbox(key="sentences_order").set_value("entropy").run()
    values = at.dataframe[0].value["entropy"].tolist()
    assert values == sorted(values, reverse=True)
    assert at.query_params["sentences_order"] in ("entropy", ["entropy"])


def test_letters_and_a_range_filter_the_table() -> None:
    at = opened()
    at.text_input(key="sentences_letters").set_value("공원").run()
    assert all("공원" in source for source in at.dataframe[0].value["source"])
    assert 0 < len(at.dataframe[0].value) < 12
    at.text_input(key="sentences_letters").set_value("").run()
    at.selectbox(key="sentences_range_of").set_value("entropy").run()
    slider = at.slider[-1]
    low, high = slider.value
    slider.set_value((low, (low + high) / 2)).run()
    left = at.dataframe[0].value["entropy"]
    assert 0 < len(left) < 12 and left.max() <= (low + high) / 2 + (high - low) / 500
    at.text_input(key="sentences_letters").set_value("없는 글자").run()
    assert EN("sentences.nothing_left") in [box.value for box in at.info]
    assert not at.exception


def test_a_line_is_chosen_by_number_and_by_its_neighbours() -> None:
    at = opened()
    at.selectbox(key="sentences_order").set_value("source_tokens").run()
    order = at.dataframe[0].value["number"].tolist()
    assert at.number_input(key="sentences_line").value == order[0]
    at.button(key="sentences_by1").click().run()
    assert at.number_input(key="sentences_line").value == order[1]
    at.button(key="sentences_by-1").click().run()
    assert at.number_input(key="sentences_line").value == order[0]
    assert at.button(key="sentences_by-1").disabled
    last = order[-1]
    at.number_input(key="sentences_line").set_value(last).run()
    assert at.query_params["sentences_line"] in (str(last), [str(last)])
    source = example_pairs("ko", "en")[last - 1][0]
    assert any(source in text.value for text in at.text)
    at.selectbox(key="sentences_order").set_value("as_read").run()
    assert at.number_input(key="sentences_line").value == last


def test_settings_are_in_the_address(translator: Translator) -> None:
    at = opened(method="greedy", line="3")
    assert job(at).run.search.settings == Settings(method="greedy")
    source = example_pairs("ko", "en")[2][0]
    alone = translator.translate(source, DecodeOptions(method="greedy"), trace=False)
    assert alone.text in [shown.value for shown in at.text]
    at = opened(sidebar="cc")  # other languages: it has no example
    assert [box.value for box in at.info] == [EN("sentences.no_example")] and not at.exception
    at = opened(width="99", order="nonsense")
    assert job(at).run.search.settings.width == 4
    assert len([box for box in at.info if "sentences_" in str(box.value)]) == 2


@pytest.fixture
def little_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast the machine is, it is six lines in one go."""
    monkeypatch.setattr(sentences_job, "LINES", 6)
    monkeypatch.setattr(sentences_job, "SECONDS", 0.0)


@pytest.mark.usefixtures("little_at_once")
def test_pasted_lines_are_translated_block_by_block(translator: Translator) -> None:
    at = pasted(LINES)
    assert sentences_job.OWN not in at.session_state
    at = start(at)
    assert len(job(at).run.rows) == 6 and job(at).working
    at = finish(at)
    lines, rows = LINES.split("\n"), job(at).run.rows
    assert [(row.number, row.source) for row in rows] == [*enumerate(lines, 1)]
    expected = [one.text for one in translator.translate_batch(lines, GREEDY)]
    assert [row.translation for row in rows] == expected
    assert not job(at).working and not at.exception
    problems = at.dataframe[0].value.set_index("number")["problem"]
    assert problems[4] == EN("input.no_known_tokens")


@pytest.mark.usefixtures("little_at_once")
def test_what_is_done_stays_when_it_is_stopped_and_goes_on() -> None:
    at = start(pasted("\n".join(SENTENCES[::2])))
    at.button(key="sentences_stop").click().run()
    done = list(job(at).run.rows)
    assert 0 < len(done) < len(SENTENCES[::2]) and not job(at).working
    at.run()
    assert job(at).run.rows == done
    at.button(key="sentences_go_on").click().run()
    at = finish(at)
    rows = job(at).run.rows
    assert rows[: len(done)] == done and len(rows) == len(SENTENCES[::2])


def test_a_full_house_makes_lines_wait_and_loses_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "WAIT_SECONDS", 0.05)
    at = pasted(LINES)
    with monkeypatch.context() as patch:
        patch.setattr(gate.GATE, "permits", 0)
        at = start(at)
        assert job(at).waits and job(at).run.rows == []
        assert EN("sentences.waits") in [line.value for line in at.caption]
    at = finish(at)
    assert len(job(at).run.rows) == 8 and not job(at).waits


def own(lines: int, source: str = "비가 온다.") -> Job:
    search = Search("aa", "1", Settings(method="greedy"))
    return Job("paste", "", (Pair(source),) * lines, Run(search), 1, True)


@pytest.mark.slow
def test_a_job_gives_way_as_soon_as_somebody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alone it would go on; who comes while it is at the model gets the place behind its lines."""
    monkeypatch.setattr(sentences_job, "SECONDS", math.inf)
    monkeypatch.setattr(sentences_job, "LINES", 2)
    made = own(60)
    inside, entered, done = (threading.Event() for _ in range(3))

    def somebody_else() -> None:
        with gate.GATE.hold("somebody else", 60):
            inside.set()
            done.wait()

    def another() -> None:
        with gate.GATE.hold("another", 60):
            entered.set()

    other = threading.Thread(target=another)

    def while_somebody_comes(*given: Any, **more: Any) -> Iterator[tuple[Row, ...]]:
        yield from translate_rows(*given, **more)
        if more["first"] == 5:
            other.start()
            until(lambda: gate.GATE.counts()[1] == 1)

    monkeypatch.setattr(sentences_job, "translate_rows", while_somebody_comes)
    before = threading.Thread(target=somebody_else)
    before.start()
    inside.wait()
    sentences_job.step(made)
    assert len(made.run.rows) == 6
    other.join()
    assert entered.is_set()
    done.set()
    before.join()
    sentences_job.step(made)
    assert not made.working
    assert [row.number for row in made.run.rows] == list(range(1, 61))


def test_long_lines_go_to_the_model_one_by_one() -> None:
    for source, lines in (("가", 16), ("가" * 300, 3), ("가" * 1_000, 1)):
        assert len(sentences_job.next_block(own(40, source).pairs)) == lines
        assert len(sentences_job.next_block(own(1, source).pairs)) == 1
    assert not sentences_job.next_block(())


def test_a_line_that_is_too_long_is_named_and_stays_in_the_field() -> None:
    where: dict[str, Any] = {"from": "paste", "method": "greedy"}
    at = opened("ko", **where)
    written = "비가 온다.\n" + "가" * 1_001
    at = at.text_area(key="sentences_field").set_value(written).run()
    assert warnings(at) == [
        Text("ko")("sentences.bad_line", line="2", found="1,001", limit="1,000", kind="")
    ]
    assert at.button(key="sentences_start").disabled
    assert at.text_area(key="sentences_field").value == written
    at.button_group(key="sentences_from").set_value("file").run()
    at.button_group(key="sentences_from").set_value("paste").run()
    assert at.text_area(key="sentences_field").value == written
    at.text_area(key="sentences_field").set_value("비가 온다.\n책을 읽는다.").run()
    at = finish(start(at))
    at.button_group(key="sentences_from").set_value("example").run()
    assert len(at.dataframe[0].value) == 12
    at.button_group(key="sentences_from").set_value("paste").run()
    assert len(at.dataframe[0].value) == 2


def test_a_run_that_was_given_up_adds_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a block is at the model, another run of the page has finished the same one."""
    made = own(2)
    other = Row(1, "비가 온다.", None, "done by the other")

    def slow(*_: object, **__: object) -> list[tuple[Row, ...]]:
        made.run.rows.append(other)
        return [tuple(Row(n, "비가 온다.", None, "mine") for n in (1, 2))]

    monkeypatch.setattr(sentences_job, "translate_rows", slow)
    sentences_job.step(made)
    assert made.run.rows == [other]


def test_what_breaks_stops_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no weights")

    monkeypatch.setattr(sentences_job, "translate_rows", broken)
    at = start(pasted("비가 온다."))
    assert at.exception and not job(at).working
