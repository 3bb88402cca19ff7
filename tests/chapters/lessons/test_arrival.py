"""A step of a lesson shows the figure its question is about, whatever the address says of it."""

from __future__ import annotations

import pytest

from explainer.lessons.parts import Lesson
from tests.apptest import Open
from tests.chapters.lessons.test_page import EN, MAY_BE_EMPTY, SPECS, STEPS, param, said

OTHER_VIEW = {"layers": "ffn", "positions": "dials"}
OWN = [(*one, "bare") for one in STEPS if one[0].steps[one[1]].params] + [
    (lesson, at, came)
    for lesson, at in STEPS
    for came in ("other", "told")
    if lesson.steps[at].page in OTHER_VIEW
]


@pytest.mark.parametrize(
    ("lesson", "at", "came"),
    OWN,
    ids=[f"{lesson.id}-{lesson.steps[at].id}-{came}" for lesson, at, came in OWN],
)
def test_a_step_shows_its_own_figure_however_one_comes(
    open_app: Open, lesson: Lesson, at: int, came: str
) -> None:
    """By an address that names nothing of it; under the veil also by one that names another."""
    step, page = lesson.steps[at], lesson.steps[at].page
    address = {"lesson": lesson.id, "at": str(at + 1), "s": lesson.sentences["ko"]}
    if came == "told":
        address["score"] = ".".join("0" * (at + 1))
    if came == "other":
        address[f"{page}_view"] = OTHER_VIEW[page]
    app = open_app(SPECS[page].url, lang="en", **address)
    if EN("lesson.nothing") in said(app):
        assert step.id in MAY_BE_EMPTY
        return
    for name, value in {**step.params, **(step.shown if came == "told" else {})}.items():
        found = app.session_state[name] if name in app.session_state else param(app, name)
        assert str(found) == value or float(found) == float(value), name
