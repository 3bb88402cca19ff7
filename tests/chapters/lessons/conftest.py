"""A lesson's step as a page, with the random model."""

import pytest
from streamlit.testing.v1 import AppTest

from explainer.frame.course import chapters
from explainer.lessons.parts import Lesson
from tests.apptest import Open

SPECS = {spec.id: spec for spec in chapters()}


@pytest.fixture
def open_lesson(open_app: Open) -> Open:
    """`open_lesson(lesson, at, lang=...)`: the page of that step (from 0) after its first run."""

    def opened(lesson: Lesson | None, at: int = 0, page: str = "", /, **params: str) -> AppTest:
        if lesson is not None:
            step = lesson.steps[at]
            page = page or step.page
            own = {"s": lesson.sentences["ko"]}
            params = {"lesson": lesson.id, "at": str(at + 1), **own, **step.params, **params}
        return open_app(SPECS[page].url, **params)

    return opened
