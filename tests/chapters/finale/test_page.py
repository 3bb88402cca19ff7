"""Each picture of a sentence's way is that of its chapter, and leads there with the sentence."""

import json
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.chapters.finale.page import PICTURES
from explainer.engine import Translation, Translator
from explainer.frame.terms import link_terms
from explainer.text import Text
from explainer.text.numbers import percent
from tests.apptest import Open
from tests.chapters.chapter import Chapter, drawings, opened, said
from tests.conftest import SENTENCES

CHAPTER = Chapter("finale", SENTENCES[0])


def given(at: AppTest) -> list[dict[str, Any]]:
    """What the drawings of a page are given, but for what a reader has chosen in them."""
    found = [json.loads(each.proto.bytes) for each in drawings(at) if each.proto.bytes]
    return [one["data"] for one in found if "data" in one]


@pytest.mark.parametrize("part", PICTURES)
def test_a_picture_is_the_one_of_its_chapter_and_leads_there(page: Open, part: str) -> None:
    at = page(finale_part=part)
    shown = given(at)
    ways = [one for one in shown if one.get("look") == "line"]
    assert [way["groups"][0]["items"][0]["id"] for way in ways] == list(PICTURES[part])
    assert all(parse_qs(way["query"])["s"] == [SENTENCES[0]] for way in ways)
    pictures = [one for one in shown if one not in ways]
    assert len(pictures) == len(PICTURES[part])
    for picture, id in zip(pictures, PICTURES[part], strict=True):
        assert picture in given(opened(Chapter(id, SENTENCES[0])))


def test_the_numbers_of_the_way(page: Open, base: Translation, tiny: Translator) -> None:
    text, run = Text("en"), tiny.run(base.source.ids, base.fed)
    logits = run["logits"].astype(np.float64)
    probs = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    chance = probs[range(len(probs)), list(base.predicted)].prod()
    source, target = len(tiny.tokenizer.encode(SENTENCES[0]).ids), len(base.fed)
    model = tiny.card["model"]
    heads = model["n_heads"] * model["n_decoder_layers"]
    cells = source * source + target * (target + 1) // 2 + target * source
    told = {
        "in": {"tokens": source, "width": model["d_model"]},
        "look": {"heads": 3 * heads, "weights": f"{heads * cells:,}"},
        "deep": {},
        "write": {"steps": target, "vocabulary": f"{len(probs[0]):,}"},
        "whole": {"chance": percent(chance)},
    }
    for part, numbers in told.items():
        words = link_terms(text, text(f"finale.beat_{part}", **numbers))
        assert words in said(page(finale_part=part))


@pytest.mark.parametrize("part", ["look", "deep", "write"])
@pytest.mark.usefixtures("full_house")
def test_a_full_house_is_a_sentence(page: Open, part: str) -> None:
    assert Text("en")("shell.busy") in [box.value for box in page(finale_part=part).warning]
