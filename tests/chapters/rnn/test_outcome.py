"""What came through the one link between the halves, beside what attention keeps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from explainer.chapters.rnn.unroll import lacking
from explainer.engine import Translator
from explainer.runs.recurrent import Kind
from explainer.text import Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter
from tests.conftest import SENTENCES

CHAPTER = Chapter("rnn", sentence=SENTENCES[0])
CELLS: tuple[Kind, ...] = ("rnn", "gru", "lstm")


@pytest.mark.parametrize("kind", CELLS)
def test_the_page_opens_on_what_came_through(page: Open, models: Path, kind: Kind) -> None:
    """All is written, and below stands what a model that looks back at the source writes."""
    at = page("unroll", rnn_cell=kind)
    payload: dict[str, Any] = json.loads(at.get("bidi_component")[0].proto.json)
    data = payload["data"]
    steps = len(data["source"]) + len(data["target"])
    assert payload["chosen"]["at"] + 1 == steps == at.slider(key="rnn_step").value
    other = "lstm-luong" if kind == "lstm" else "gru-bahdanau"
    expected = []
    for name in (kind, other):
        found = Translator.load(models / f"tiny-{name}")
        ids = found.tokenizer.encode(SENTENCES[0]).ids
        expected.append(found.tokenizer.decode(found.generate(ids)))
    one, two = (" ".join(w for w, _ in line["said"]) for line in data["outcome"])
    assert [one.removesuffix(" …"), two.removesuffix(" …")] == expected
    names = [Text("en")(f"words.model_{name.replace('-', '_')}") for name in (kind, other)]
    assert [line["model"] for line in data["outcome"]] == names
    assert not any(marked for _, marked in data["outcome"][0]["said"])


def test_marked_are_the_words_that_are_missing() -> None:
    found = lacking("He lives in the morning.", "he runs in the park every morning")
    assert [word for word, marked in found if marked] == ["runs", "park", "every"]
    assert not any(marked for _, marked in lacking("Yes!", "yes. …"))
    assert " ".join(word for word, _ in found) == "he runs in the park every morning"
