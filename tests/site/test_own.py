"""A sentence of the reader's own on the site: what its pages ask for is there."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from explainer import installed
from explainer.data.samples import samples
from explainer.drawings import IMPORT
from explainer.frame.course import chapter_of
from explainer.site import own, states
from explainer.site.addresses import Addresses, states_of
from explainer.site.render import Words
from explainer.site.states import Fragment, constant_content, mark_examples
from explainer.site.tree import Opener
from explainer.text import LANGUAGES, Text

GIVEN = re.compile(r'data-own="([^"]*)"')


def given(id: str, model: str, lang: str) -> dict[str, Any]:
    chapter = chapter_of(id)
    assert chapter
    found = GIVEN.search(own.form(chapter, installed.choosable()[model], Text(lang), ""))
    assert found
    return json.loads(unescape(found[1]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_field_asks_for_is_there(tmp_path: Path, lang: str) -> None:
    model, page = installed.choosable()["ko-en"], tmp_path / lang
    own.copy(tmp_path, [model])
    page.mkdir()
    for id in own.MAKERS:
        asked = given(id, "ko-en", lang)
        for file in ("config.json", "tokenizer.model", "weights.safetensors"):
            there = page / asked["folder"] / file
            assert there.read_bytes() == (model.folder / file).read_bytes()
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
    assert own.form(other, installed.choosable()["ko-en"], Text("en"), "") == ""
    for unread in ("ko-en-prenorm", "ko-en-nomask"):
        assert own.form(chapter, installed.usable()[unread], Text("en"), "") == ""


def test_what_is_about_the_example_is_hidden_or_says_so() -> None:
    def leaf(mark: str) -> Fragment:
        return Fragment("leaf", mark)

    def box(tag: str, *children: Fragment) -> Fragment:
        return Fragment("box", tag, f'<div class="{tag}">', [*children])

    drawn, still = (
        Fragment("drawing", f"{name} key", given={"1": f"data of {name}"})
        for name in ("own/drawing", "other/drawing")
    )
    figure = box("stack frame", leaf("any"), drawn, leaf("42"))
    other = box("stack frame", leaf("any"), box("stack", still))
    page = [leaf("any"), leaf("43"), figure, box("stack", leaf("any")), other]
    mark_examples(page, frozenset({"any"}), ["own/drawing"])
    assert [one.example for one in page] == ["", "named", "", "", "named"]
    assert [one.example for one in figure.children] == ["", "", "hidden"]


def test_what_is_said_of_other_sentences_is_said_of_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "states_of", lambda one: states_of(one)[:1])
    chapter = chapter_of("sampling")
    assert chapter
    words = Words(Text("en"), Addresses("en", frozenset({"sampling"})))
    sentences = [{"model": "ko-en", "s": sample.text} for sample in samples("ko")[:2]]
    one, always = (constant_content(chapter, words, sentences[:n], Opener()) for n in (1, 2))
    assert any(Text("en")("sampling.pick_line")[:20] in said for said in always)
    assert any('"uniforms":' in said for said in one - always)
    assert not any('"uniforms":' in said for said in always)
