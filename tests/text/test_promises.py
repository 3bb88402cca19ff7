"""What a text says of the page holds: no formula is promised where none is drawn, and what a lesson
calls by its name is there.
"""

from __future__ import annotations

import re

import pytest

from explainer.chapters.training.rate import said_at
from explainer.frame.questions import in_words
from explainer.lessons import LESSONS
from explainer.lessons.parts import Axis
from explainer.runs.recipe import Log
from explainer.text import LANGUAGES, Text, strings
from tests.app.helpers import components
from tests.apptest import Open

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


def test_the_rate_of_the_record_is_said_beside_that_of_the_formula() -> None:
    log = Log((0, 250, 500), (0.0, 0.0004, 0.0008), (5.0,) * 3, (5.0,) * 3)
    said = said_at(Text("ko"), 300, 0.00123, "ko-en", log)
    assert all(number in said for number in ("300", "0.00123", "250", "0.0004"))
    assert "250" not in said_at(Text("ko"), 300, 0.00123, "ko-en", None)
