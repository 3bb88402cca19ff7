"""Where a step is answered: in the figure, by its parts or by a bar at its head, or in a form."""

from functools import cache

import pytest

from explainer.chapters.lessons.questions import asked_of
from explainer.frame.questions import is_by_hand
from explainer.lessons import LESSONS
from explainer.lessons.parts import Axis, Number, Question, axis_for
from tests.lessons.facts import facts_of

pytestmark = pytest.mark.usefixtures("shipped")
STEPS = [(lesson, step) for lesson in LESSONS for step in lesson.steps]


@cache
def asked() -> dict[tuple[str, str], Question]:
    """What each step asks of the model that reads Korean, if it asks anything."""
    posed = {(one.id, step.id): asked_of(facts_of(one.id), step) for one, step in STEPS}
    return {place: found.question for place, found in posed.items() if found is not None}


def pulled() -> dict[tuple[str, str], Number]:
    """Those that are answered by a bar."""
    return {
        place: found
        for place, found in asked().items()
        if isinstance(found, Number) and found.axis is not None
    }


def test_most_steps_are_answered_in_the_figure() -> None:
    by_parts = {
        (lesson.id, step.id)
        for lesson, step in STEPS
        if (known := asked().get((lesson.id, step.id))) and is_by_hand(step, known)
    }
    assert len(by_parts) + len(pulled()) > 0.8 * len(STEPS)
    assert not by_parts & pulled().keys(), "one way to answer"


def test_a_bar_reaches_the_answer_and_what_is_given() -> None:
    for place, known in pulled().items():
        assert known.axis is not None
        low, high = known.axis.low, known.axis.high
        reached = (0, known.right, *(value for _, value in known.axis.given))
        assert all(low <= value <= high for value in reached), place


def test_an_axis_ends_at_a_round_number() -> None:
    bars = (("q", -1.3), ("k", 0.4))
    assert axis_for(*bars, reach=0, signed=True) == Axis(-2, 2, bars)
    assert axis_for(reach=51) == Axis(0, 100)
    assert axis_for(reach=0.5) == Axis(0, 0.5)
