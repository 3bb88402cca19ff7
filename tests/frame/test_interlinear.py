"""Readers of another language see the tokens of a chapter's example with glosses beneath."""

from types import SimpleNamespace
from typing import Any

import pytest

from explainer.data.glosses import glosses
from explainer.data.samples import samples
from explainer.frame import interlinear
from explainer.frame.controls import DEFAULT_MODEL
from explainer.frame.course import chapters
from explainer.frame.page import page_of
from explainer.frame.view import View
from explainer.text import LANGUAGES, Text
from explainer.tokenizer.tokenizer import Tokenizer
from tests.conftest import ROOT
from tests.layers.sources import for_each

KOREAN_ONLY = {"rnn", "growth"}  # chapters whose models read Korean; alignment has its own
TOKENIZER = Tokenizer((ROOT / "pretrained" / "ko-en" / "tokenizer.model").read_bytes())


def read(sentence: str) -> Any:
    return SimpleNamespace(original=sentence, source=TOKENIZER.encode(sentence))


@for_each([sample.text for sample in samples("ko")], named=str)
def test_each_word_has_its_gloss_below_its_letters(sentence: str) -> None:
    source, wanted = read(sentence).source, glosses(sentence, "ko", "en")
    told = interlinear.token_glosses(read(sentence), "ko", "en")
    pairs = [*zip(told, source.tokens, source.words, strict=True)]
    assert all(token.strip("▁.?,") for gloss, token, _ in pairs if gloss)
    for at, gloss in enumerate(wanted):
        assert "-".join(part for part, _, word in pairs if part and word == at) == gloss


def drawn(lang: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    rows: list[Any] = []
    monkeypatch.setattr(interlinear, "chips", lambda **given: rows.extend(given["rows"]))
    view = View(Text(lang), lang, False, "ko-en", {}, None)
    interlinear.draw_glosses(view, lambda _: (read(sentence), "ko"))
    return rows


def test_only_who_reads_another_language_gets_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    sentence = samples("ko")[0].text
    assert drawn("ko", sentence, monkeypatch) == []
    assert drawn("en", "고양이가 잔다.", monkeypatch) == []  # nobody wrote glosses for it
    (row,) = drawn("en", sentence, monkeypatch)
    lines = [line for chip in row.chips for line in chip.lines]
    assert "-".join(lines).split("-") == "-".join(glosses(sentence, "ko", "en")).split("-")


def test_the_chapters_that_read_korean_alone_have_it() -> None:
    assert {spec.id for spec in chapters() if page_of(spec).shows} == KOREAN_ONLY


def test_a_page_opens_on_sentences_of_the_readers_language() -> None:
    for lang, name in [(each, name) for each in LANGUAGES for name in DEFAULT_MODEL[each]]:
        assert name.startswith(f"{lang}-") and (ROOT / "pretrained" / name).is_dir()
