"""A sentence of the reader's own on the site: what its pages ask for is there."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from explainer import installed
from explainer.drawings import IMPORT
from explainer.frame.course import chapter_of
from explainer.site import own
from explainer.site.addresses import states_of
from explainer.text import LANGUAGES, Text

GIVEN = re.compile(r'data-own="([^"]*)"')


def given(id: str, model: str, lang: str) -> dict[str, Any]:
    chapter = chapter_of(id)
    assert chapter
    found = GIVEN.search(own.form(chapter, installed.choosable()[model], Text(lang)))
    assert found
    told: dict[str, Any] = json.loads(unescape(found[1]))
    return told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", own.MAKERS)
def test_what_a_field_asks_for_is_there(tmp_path: Path, id: str, lang: str) -> None:
    model = installed.choosable()["ko-en"]
    own.copy(tmp_path, [model])
    asked, page = given(id, "ko-en", lang), tmp_path / lang
    page.mkdir()
    for file in ("config.json", "tokenizer.model", "weights.safetensors"):
        assert (page / asked["folder"] / file).read_bytes() == (model.folder / file).read_bytes()
    modules = (page / asked["worker"]).parents[2]
    named = (own.WORKER, own.TRANSLATOR, *asked["drawings"].values())
    waiting = [(modules / one).resolve() for one in named]
    for module in waiting:  # which grows by what each imports
        beside = [(module.parent / one).resolve() for one in IMPORT.findall(module.read_text())]
        waiting += [one for one in beside if one not in waiting]
    assert waiting[0] == (page / asked["worker"]).resolve()
    assert len(waiting) > len(named)
    chapter = chapter_of(id)
    assert chapter
    assert asked["beats"].keys() == {state.id for state in states_of(chapter)}


def test_a_field_is_there_only_where_a_sentence_can_be_shown() -> None:
    chapter = chapter_of("translate")
    other = chapter_of("scaling")
    assert chapter and other
    assert own.form(other, installed.choosable()["ko-en"], Text("en")) == ""
    for unread in ("ko-en-prenorm", "ko-en-nomask"):
        assert own.form(chapter, installed.usable()[unread], Text("en")) == ""
