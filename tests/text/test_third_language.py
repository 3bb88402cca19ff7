"""A third language is a folder of texts; and what a text says of the page holds."""

import re
from importlib import import_module

import pytest

from explainer import text as texts
from explainer.chapters.glossary.view import entry
from explainer.data import glossary
from explainer.frame.questions import in_words
from explainer.frame.terms import link_terms
from explainer.lessons import LESSONS
from explainer.lessons.parts import Axis
from explainer.text import LANGUAGES, Text, language_of, strings
from explainer.web.admission import page_language
from tests.app.helpers import components
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


PROMISES = {
    "heads": ("heads.map_click", {}),
    "positions": ("positions.map_click", {"positions_view": "waves"}),
    "beam": ("beam.chosen", {}),
}


@pytest.mark.parametrize("page", PROMISES)
def test_a_formula_is_promised_where_it_is_drawn(open_app: Open, page: str) -> None:
    key, address = PROMISES[page]
    for depth, promised in (("picture", False), ("formula", True)):
        app = open_app(page, lang="ko", depth=depth, **address)
        assert not app.exception
        said = [one.value for one in (*app.caption, *app.markdown, *app.subheader)]
        said += [one.label for one in app.selectbox]
        said += [given.get("data", {}).get("line") or "" for given in components(app)]
        assert any(Text("ko")(key) in line for line in said) is promised, depth


QUOTES = {"en": r"“([^”]+)”", "ko": r"‘([^’]+)’"}
SHARED = ("chapter.", "translate.flow.")  # texts of every page, and of the drawing of the first one


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_lesson_calls_by_its_name_is_on_its_page(lang: str) -> None:
    """What a step says to look at is a heading, a control or a part of its page."""
    named = 0
    for step in (step for lesson in LESSONS for step in lesson.steps):
        places = (f"{step.page}.", *SHARED)
        known = {text for key, text in strings(lang).items() if key.startswith(places)}
        for name in re.findall(QUOTES[lang], strings(lang)[step.key("see")]):
            assert any(text == name or text.startswith(f"{name} (") for text in known), (
                step.key("see"),
                name,
            )
            named += 1
        assert strings(lang)["chapter.formula"] not in strings(lang)[step.key("see")]
    assert named > 20


def test_the_bars_of_a_lesson_are_named_in_its_language() -> None:
    axis = Axis(0, 9, (("lessonflow.source_bar", 3), ("q·k", 2)))
    named = strings("ko")["lessonflow.source_bar"]
    assert in_words(Text("ko"), axis).given == ((named, 3), ("q·k", 2))
