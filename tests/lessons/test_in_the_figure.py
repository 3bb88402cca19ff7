"""Where a step is answered: in the figure, by its parts or by a bar at its head, or in a form."""

from explainer.chapters.lessons.questions import asked_of
from explainer.frame.questions import is_by_hand
from explainer.lessons import LESSONS, find_lesson
from explainer.lessons.parts import Axis, Number, Question, axis_for
from tests.layers.sources import for_each
from tests.lessons.facts import FACTS

STEPS = [(lesson, step) for lesson in LESSONS for step in lesson.steps]


def question(lesson: str, step: str) -> Question | None:
    found = asked_of(FACTS[lesson], find_lesson(lesson).step(step))
    return found.question if found is not None else None


PULLED = {
    (lesson.id, step.id): known
    for lesson, step in STEPS
    if isinstance(known := question(lesson.id, step.id), Number) and known.axis is not None
}


def test_most_steps_are_answered_in_the_figure() -> None:
    by_parts = {
        (lesson.id, step.id)
        for lesson, step in STEPS
        if (known := question(lesson.id, step.id)) and is_by_hand(step, known)
    }
    # And the last of BLEU, for which these facts have no reference.
    assert (len(STEPS), len(by_parts), len(PULLED)) == (71, 21, 38)
    assert not by_parts & set(PULLED), "one way to answer"


@for_each([*PULLED], named="-".join)
def test_a_bar_reaches_the_answer_and_what_is_given(name: tuple[str, str]) -> None:
    known = PULLED[name]
    assert known.axis is not None
    low, high = known.axis.low, known.axis.high
    assert low <= 0 <= high
    assert low <= known.right <= high
    assert all(low <= value <= high for _, value in known.axis.given)


def test_an_axis_ends_at_a_round_number() -> None:
    bars = (("q", -1.3), ("k", 0.4))
    assert axis_for(*bars, reach=0, signed=True) == Axis(-2, 2, bars)
    assert axis_for(reach=51) == Axis(0, 100)
    assert axis_for(reach=0.5) == Axis(0, 0.5)
