"""The quiet lines under a translation: each kind where it belongs, none where nothing is odd."""

from dataclasses import replace

import pytest

from explainer.chapters.translate.marks import marks
from explainer.data.everyday import everyday
from explainer.decoding import DecodeOptions
from explainer.frame.course import chapter_of
from explainer.text import Text
from tests.app.helpers import type_sentence
from tests.apptest import visit
from tests.shipped import translator

ENGLISH = Text("en")
BEAM = DecodeOptions(method="beam", width=4, n_best=1, alpha=0.6)


def test_what_stands_in_the_sentence_is_marked() -> None:
    for sentence, id in (
        ("I 🦖 you 🦕.", "unknown"),
        ("HELLO, HOW ARE YOU?", "capitals"),
        ("This is VERY good.", "capitals"),
        ("<b>This</b> is good.", "markup"),
        ("https://example.org is my page.", "address"),
        ("My address is anna@example.org today.", "address"),
    ):
        done = translator("en-de").translate(sentence, BEAM)
        found = {m.id: m for m in marks(ENGLISH, done, "en", "de")}
        assert id in found and all(chapter_of(mark.page) for mark in found.values()), sentence
        assert id != "unknown" or found[id].signs == "🦖  🦕"


def test_another_number_and_a_loop_in_the_output_are_marked() -> None:
    translation = translator("en-de").translate("I have 3 cats.", BEAM)
    plain = {m.id for m in marks(ENGLISH, translation, "en", "de")}
    assert not {"numbers", "repeats", "capitals"} & plain
    wrong = replace(translation, text="Ich habe 4 Katzen.")
    (mark,) = (m for m in marks(ENGLISH, wrong, "en", "de") if m.id == "numbers")
    assert "The numbers differ: 3, 4." in mark.line
    looping = replace(translation, predicted=(9, 8) * 5)
    assert "repeats" in [m.id for m in marks(ENGLISH, looping, "en", "de")]


@pytest.mark.slow
def test_everyday_sentences_are_seldom_marked() -> None:
    korean = translator("ko-en")
    sentences = [sentence for sentence, *_ in everyday()[::4]]
    found = [marks(ENGLISH, korean.translate(sentence, BEAM), "ko", "en") for sentence in sentences]
    assert not {m.id for row in found for m in row} - {"unsure", "numbers", "cut_small", "repeats"}
    assert sum(map(bool, found)) <= len(sentences) // 3


@pytest.mark.usefixtures("shipped")
def test_a_line_leads_to_the_chapter_that_explains_it() -> None:
    text = Text("ko")
    app = type_sentence(visit(lang="ko", model="en-de"), "THE CAT SLEEPS HERE.")
    assert text("translate.mark_capitals") in [caption.value for caption in app.caption]
    app.button(key="mark_capitals").click().run()
    assert text("tokens.title") in [title.value for title in app.title]
