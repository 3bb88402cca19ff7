"""The mistake box of the beam page: on a sentence that shows that wider is not always better."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pytest

from explainer.data.samples import default_sentence
from explainer.text import Text
from tests.apptest import app_test, use_models

EN = Text("en")
SHOWS_IT = "나는 친구에게 줄 선물을 가게에서 샀다."


def app(sentence: str) -> None:
    """The box alone."""
    from explainer import installed
    from explainer.chapters.beam.mistake import draw_mistake
    from explainer.frame.params import DEFAULTS
    from explainer.frame.view import View
    from explainer.runs import resources
    from explainer.runs.resources import Request
    from explainer.text import Text

    card = installed.usable()["ko-en"].card
    done = resources.translate(Request("ko-en", sentence, DEFAULTS.options()))
    draw_mistake(View(Text("en"), "en", False, "ko-en", card, done))


@pytest.fixture(autouse=True)
def models(ko_en_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_models(ko_en_folder.parent, monkeypatch)


@pytest.mark.parametrize("sentence", [default_sentence("ko"), SHOWS_IT])
def test_it_goes_wrong_on_the_readers_sentence_or_on_an_example(sentence: str) -> None:
    """Every width gives the same for the default sentence; the other loses the store."""
    at = app_test(app, sentence).run()
    assert not at.exception
    marks = [mark.value for mark in at.markdown]
    lines = [line.value for line in at.text]
    assert (EN("beam.wrong_example") in marks) == (SHOWS_IT in lines) == (sentence != SHOWS_IT)
    proto = at.get("vega_lite_chart")[0].proto
    sent = {d.name: pa.ipc.open_stream(d.data.data).read_all().to_pylist() for d in proto.datasets}
    first, *_, last = sent["points"]
    assert last["y"] > first["y"]
    of_first, of_last = (
        int(re.search(r"\((\d+) ", point["name"])[1])  # type: ignore[index]
        for point in (first, last)
    )
    assert of_last < of_first
    assert EN("beam.wrong_shorter", first=of_first, last=of_last) in marks
