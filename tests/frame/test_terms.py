"""Terms in running text lead to their entry in the glossary and say what they mean."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from explainer.data import glossary
from explainer.frame import teaching, terms
from explainer.frame.course import chapters
from explainer.text import LANGUAGES, Text, strings
from tests.apptest import Open

LINK = re.compile(r'\[([^\]]+)\]\((glossary\?[^ ]+) "((?:[^"\\]|\\.)+)"\)')
# Asterisks that Markdown shows as they are: a bracket inside of them and a letter outside.
RAW = re.compile(r"[\])]\*\*\w|\w\*\*\[")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_finds_the_entry_whose_meaning_it_tells(lang: str) -> None:
    """In all chapters; nothing but links is added."""
    text, linked, by_id = Text(lang), 0, {term.id: term for term in glossary.terms()}
    for chapter in chapters():
        for key in (chapter.idea, chapter.detail):
            words = strings(lang).get(key, "")
            found = terms.link_terms(text, words)
            assert LINK.sub(r"\1", found) == words
            assert not RAW.search(found), key
            links = LINK.findall(found)
            assert len(links) <= terms.MOST and len(found.encode()) < 6_000
            for marked, address, told in links:
                name = marked.strip("*")
                (id,) = parse_qs(urlsplit(address).query)["glossary_term"]
                assert name.casefold() == by_id[id].name(lang).casefold()
                assert by_id[id].means(lang).startswith(told.replace(r"\"", '"').rstrip("."))
            linked += bool(links)
    assert linked > len(chapters())


def test_whole_words_once_and_nothing_in_formulas() -> None:
    for lang, words, names in (
        ("ko", "토큰화한 토큰마다 임베딩을 꺼낸다. 토큰 둘.", ["토큰", "임베딩"]),
        ("ko", "멀티 헤드 어텐션은 헤드들이 나눈다.", ["멀티 헤드 어텐션", "헤드"]),
        ("ko", "`소프트맥스`와 $소프트맥스$ 사이", []),
        (
            "en",
            "The Tokenizer cuts; greedy search follows. Tokenizers do not.",
            ["Tokenizer", "greedy search"],
        ),
        ("en", "a value and a key in everyday words", []),
    ):
        assert [name for name, _, _ in LINK.findall(terms.link_terms(Text(lang), words))] == names


def test_a_bold_term_stays_bold_before_a_particle() -> None:
    for lang, words, written in (
        ("ko", "이 벡터들이 **메모리**다.", "이 벡터들이 [**메모리**]({})다."),
        ("ko", "이 벡터들이 **바로 메모리**다.", "이 벡터들이 **바로 메모리**다."),
        ("ko", "이 **메모리 벡터**다.", "이 **[메모리]({}) 벡터**다."),
        ("en", "the **memory**.", "the [**memory**]({})."),
    ):
        found = terms.link_terms(Text(lang), words)
        assert re.sub(r"\(glossary[^)]*\)", "({})", found) == written


def test_where_a_teacher_shows_one_page_there_are_no_links(monkeypatch: pytest.MonkeyPatch) -> None:
    for hidden in ("chapters", ""):
        monkeypatch.setattr(teaching, "hides", hidden.__eq__)
        assert ("](glossary?" in terms.link_terms(Text("ko"), "임베딩")) == (not hidden)


def test_the_idea_and_the_detail_of_a_page_have_them(open_app: Open) -> None:
    app = open_app("heads", {"heads_detail": True}, lang="ko")
    text = Text("ko")
    shown = {element.value for element in app.markdown}
    assert {
        terms.link_terms(text, text("heads.idea"), 2),
        terms.link_terms(text, text("heads.detail")),
    } <= shown
    assert "](glossary?" in terms.link_terms(text, text("heads.idea"), 2)
