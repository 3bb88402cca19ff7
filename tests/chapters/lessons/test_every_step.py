"""Every step of every lesson: before the answer, after it, and as a teacher's solution."""

from collections.abc import Mapping

import pytest
from streamlit.testing.v1 import AppTest

from explainer.frame.course import chapters
from explainer.frame.questions import is_by_hand
from explainer.lessons import LESSONS
from explainer.lessons.parts import Lesson, Step
from explainer.text import Text
from tests.apptest import Open
from tests.chapters.lessons.asked import (
    a_figure_that_takes_the_answer_offers_all_there_is,
    asked,
    no_number_of_the_figure_is_sent,
    the_map_beside_the_title_tells_nothing,
)
from tests.chapters.lessons.test_page import EN, SOLVED, param, said, score_lines

STEPS = [(lesson, at) for lesson in LESSONS for at in range(len(lesson.steps))]
NAMES = [f"{lesson.id}-{lesson.steps[at].id}" for lesson, at in STEPS]
URLS = {spec.id: spec.url for spec in chapters()}
# What a random model, whose scores and sums are all but equal, may leave without an answer.
MAY_BE_EMPTY = {"longest", "width", "cut", "longer"}
OTHER_VIEW = {"layers": "ffn", "positions": "others"}


@pytest.mark.parametrize(("lesson", "at"), STEPS, ids=NAMES)
def test_every_step(open_app: Open, lesson: Lesson, at: int) -> None:
    """The address names nothing of the figure that the question is about, or names another one."""
    step = lesson.steps[at]

    def opened(lang: str, **more: str) -> AppTest:
        own = {"lesson": lesson.id, "at": str(at + 1), "s": lesson.sentences["ko"]}
        app = open_app(URLS[step.page], lang=lang, **own, **more)
        assert not app.exception
        text = Text(lang)
        assert app.title[0].value == text(f"{step.page}.title")
        assert any(text(step.key("title")) in heading.value for heading in app.subheader)
        return app

    before, after = ("ko", "en") if at % 2 else ("en", "ko")
    other = {f"{step.page}_view": OTHER_VIEW[step.page]} if step.page in OTHER_VIEW else {}
    app = opened(before, **other)
    the_map_beside_the_title_tells_nothing(app, step.page)
    is_empty = Text(before)("lesson.nothing") in said(app)
    assert not is_empty or step.id in MAY_BE_EMPTY
    if not is_empty:
        stand(app, step.params)
        no_number_of_the_figure_is_sent(app, lesson, at)
        if is_by_hand(step, asked(lesson, at)):
            a_figure_that_takes_the_answer_offers_all_there_is(app, lesson, at)

    named = {} if other else {**step.params, **step.shown}
    app = opened(after, score=".".join("0" * (at + 1)), **named)
    page = app.get("bidi_component") if step.page == "translate" else app.subheader[1:]
    assert page, "the page is drawn below the panel"
    if not is_empty:
        stand(app, {**step.params, **step.shown})

    app = opened("en", **SOLVED, teach_hide="answers")
    if not is_empty:
        a_solution_is_shown_and_no_mark(app, step)


def stand(app: AppTest, wanted: Mapping[str, str]) -> None:
    for name, value in wanted.items():
        found = app.session_state[name] if name in app.session_state else param(app, name)
        assert str(found) == value or float(found) == float(value), name


def a_solution_is_shown_and_no_mark(app: AppTest, step: Step) -> None:
    """Also where another part of the address hides the answers."""
    assert any(EN("lesson.solution") in one for one in said(app))
    assert not {"lesson_check", "lesson_reveal"} & {one.key for one in app.button}
    assert any(one.startswith(EN("lesson.no_mark", dots="").strip()) for one in score_lines(app))
    assert not param(app, "score")
    stand(app, step.shown)
