"""Each chapter's example shows what the chapter claims; recomputed with the shipped models."""

from __future__ import annotations

from functools import cache

import pytest

from explainer.chapters.heads.state import most_different_row
from explainer.data.samples import default_sentence, samples
from explainer.decoding import DecodeOptions
from explainer.engine import Translation, Translator
from explainer.frame.course import chapters
from tests.app.helpers import type_sentence
from tests.apptest import Open
from tests.conftest import ROOT

GREEDY = DecodeOptions(method="greedy", n_best=1)
BEAM = DecodeOptions(method="beam", width=4, n_best=4, alpha=0.6)
SOURCES = {"ko-en": "ko", "en-ko": "en"}


@cache
def translator(model: str) -> Translator:
    return Translator.load(ROOT / "pretrained" / model)


def translate(model: str, chapter: str, options: DecodeOptions) -> Translation:
    return translator(model).translate(default_sentence(SOURCES[model], chapter), options)


def test_examples_are_for_chapters() -> None:
    """One sentence a chapter and language at most."""
    for language in SOURCES.values():
        named = [chapter for sample in samples(language) for chapter in sample.shows]
        assert len(set(named)) == len(named) and set(named) <= {one.id for one in chapters()}


@pytest.mark.parametrize("model", SOURCES)
@pytest.mark.parametrize("chapter", ["greedy", "beam"])
def test_here_greedy_search_does_not_find_what_a_beam_finds(chapter: str, model: str) -> None:
    greedy, beam = (translate(model, chapter, options) for options in (GREEDY, BEAM))
    assert greedy.text != beam.text
    assert beam.hypotheses[0].total > greedy.hypotheses[0].total  # and it is more probable


@pytest.mark.parametrize("model", SOURCES)
def test_here_the_heads_of_a_row_look_at_different_tokens(model: str) -> None:
    weights = translate(model, "heads", BEAM).attention("cross")[-1]
    row = most_different_row(weights)
    counts = [len({int(head[q].argmax()) for head in weights}) for q in range(weights.shape[1])]
    assert counts[row] == max(counts) >= 5


def test_here_verb_and_object_change_places() -> None:
    """나는 너를 사랑해: love, written second, stands last; you, written last, stands before it."""
    found = translate("ko-en", "alignment", BEAM)
    assert default_sentence("ko", "rnn") == default_sentence("ko", "alignment")
    assert len(found.source.pieces) == 6 and found.text == "I love you."
    verb, thing = found.attention("cross")[-1].mean(axis=0)[1:3, :4]
    assert verb.argmax() == 3 and thing.argmax() == 1


def test_the_first_sentence_is_short_and_its_names_stand_upright() -> None:
    for model in SOURCES:
        found = translate(model, "translate", BEAM)
        assert len(found.source.pieces) <= 10
        assert max(map(len, found.source.pieces)) <= 8


def test_a_page_brings_its_own_example_and_leaves_the_readers_sentence_alone(
    open_app: Open,
) -> None:
    app = open_app("beam", lang="ko")
    assert app.text_input(key="s").value == default_sentence("ko", "beam")
    assert "s" not in app.query_params
    hashes = {page["url_pathname"]: name for name, page in app._registered_pages.items()}
    app._page_hash = hashes["heads"]
    assert app.run().text_input(key="s").value == default_sentence("ko", "heads")
    app = type_sentence(app, "문을 닫아 주세요.")
    app._page_hash = hashes["beam"]
    assert app.run().text_input(key="s").value == "문을 닫아 주세요."
