"""Each picture of a token's way is that of its chapter at this token, and leads there."""

import json
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.analysis.maps import is_ordinary
from explainer.chapters.finale.page import PICTURES, Thread
from explainer.engine import Translation, Translator
from explainer.frame.terms import escape, link_terms
from explainer.text import Text
from explainer.text.numbers import percent
from tests.apptest import Open
from tests.chapters.chapter import Chapter, drawings, drawn, opened, said
from tests.conftest import SENTENCES

CHAPTER = Chapter("finale", SENTENCES[0])
AT = 1  # the second token that is written


def given(at: AppTest) -> list[dict[str, Any]]:
    """What the drawings of a page are given, but for what a reader has chosen in them."""
    found = [json.loads(each.proto.bytes) for each in drawings(at) if each.proto.bytes]
    return [one["data"] for one in found if "data" in one]


def thread_in(done: Translation) -> Thread:
    """The way of that token, by hand: the word that most heads of the last layer look at."""
    looks = [int(head[AT].argmax()) for head in done.attention("cross")[-1]]
    words = [at for at in looks if is_ordinary(done.source.tokens[at])]
    source = max(sorted({*(words or looks)}), key=looks.count)
    return Thread(AT, source, looks.count(source), len(done.attention("cross")))


@pytest.mark.parametrize("part", PICTURES)
def test_a_picture_is_the_one_of_its_chapter_and_leads_there(
    page: Open, base: Translation, part: str
) -> None:
    shown = given(page(finale_part=part, finale_at=f"{AT + 1}"))
    id, _ = PICTURES[part]
    *_, picture, way = shown
    assert way["groups"][0]["items"][0]["id"] == id
    assert parse_qs(way["query"])["s"] == [SENTENCES[0]]
    places: dict[str, Any] = {**thread_in(base).places}
    assert picture in given(opened(Chapter(id, SENTENCES[0]), **places))


def test_the_numbers_of_the_way(page: Open, base: Translation, tiny: Translator) -> None:
    text, run, thread = Text("en"), tiny.run(base.source.ids, base.fed), thread_in(base)
    logits = run["logits"].astype(np.float64)
    probs = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    chances = probs[range(len(probs)), list(base.predicted)]
    model = tiny.card["model"]
    told = {
        "token": base.source.tokens[thread.source],
        "id": tiny.tokenizer.encode(SENTENCES[0]).ids[thread.source],
        "place": thread.source,
        "width": model["d_model"],
        "looking": thread.looking,
        "heads": model["n_heads"],
        "layer": model["n_decoder_layers"],
        "results": 3 * model["n_decoder_layers"],
        "written": base.predicted_tokens[AT],
        "vocabulary": f"{len(probs[0]):,}",
        "chance": percent(chances[AT]),
        "steps": len(base.fed),
        "whole": percent(chances.prod()),
    }
    for part in PICTURES:
        app = page(finale_part=part, finale_at=f"{AT + 1}")
        stops = {stop["part"]: stop["value"] for stop in drawn(app, "stops")["stops"]}
        assert stops == {id: text(f"finale.stop_{id}", **told) for id in PICTURES}
        words = {
            name: escape(told[name].replace("▁", "") or told[name]) for name in ("token", "written")
        }
        assert link_terms(text, text(f"finale.beat_{part}", **told | words)) in said(app)


@pytest.mark.parametrize("part", ["look", "deep", "write"])
@pytest.mark.usefixtures("full_house")
def test_a_full_house_is_a_sentence(page: Open, part: str) -> None:
    assert Text("en")("shell.busy") in [box.value for box in page(finale_part=part).warning]
