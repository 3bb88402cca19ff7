"""A third language is a folder of texts and an entry of LANGUAGES: no code counts them.

Here its texts are the English ones.
"""

from __future__ import annotations

from importlib import import_module

import pytest

from explainer import text as texts
from explainer.chapters.glossary.view import entry
from explainer.data import glossary
from explainer.frame.terms import link_terms
from explainer.text import LANGUAGES, Text, language_of
from explainer.web.admission import page_language
from tests.apptest import Open
from tests.conftest import ROOT

THIRD = "fr"


@pytest.fixture(autouse=True)
def third(monkeypatch: pytest.MonkeyPatch) -> None:
    # All are imported before the first is patched: a later one would keep the third language.
    for module in [
        import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
        for file in (ROOT / "explainer").rglob("*.py")
        if "LANGUAGES" in file.read_text(encoding="utf-8") and file.stem != "__init__"
    ]:
        if hasattr(module, "LANGUAGES"):
            monkeypatch.setattr(module, "LANGUAGES", (*LANGUAGES, THIRD))
    monkeypatch.setattr(texts, "LANGUAGES", (*LANGUAGES, THIRD))
    for name in ("strings", "articles"):
        plain = getattr(texts, name)
        english = lambda lang, plain=plain: plain("en" if lang == THIRD else lang)  # noqa: E731
        monkeypatch.setattr(texts, name, english)


@pytest.mark.parametrize(
    ("preferred", "lang"),
    [("ko-KR,ko;q=0.9", "ko"), ("fr_CA", THIRD), (" EN", "en"), ("de,ko;q=0.5", "en"), ("", "en")],
)
def test_a_reader_gets_the_preferred_language(preferred: str, lang: str) -> None:
    assert language_of(preferred) == lang
    headers = [(b"accept-language", preferred.encode())]
    assert page_language({"headers": headers}) == lang
    assert page_language({"headers": headers, "query_string": b"a=1&lang=fr"}) == THIRD


def test_the_glossary_falls_back_to_english() -> None:
    for term in glossary.terms():
        assert term.name(THIRD) == term.name("en") and term.means(THIRD) == term.means("en")
        assert entry(term, THIRD)
    assert {glossary.letter(term, THIRD) for term in glossary.terms()} > {"A", "E"}
    assert glossary.search("token", THIRD)
    assert "](glossary?lang=fr" in link_terms(Text(THIRD), "A query meets the attention weights.")


@pytest.mark.parametrize("page", ["", "glossary", "models", "greedy"])
def test_a_page_opens(open_app: Open, page: str) -> None:
    app = open_app(page, lang=THIRD)
    assert not app.exception and app.session_state["lang"] == THIRD
