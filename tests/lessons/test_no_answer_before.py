"""No step of a lesson and no work sheet prints an answer before its question is answered."""

from __future__ import annotations

import re

import pytest

from explainer.lessons import LESSONS
from explainer.lessons.parts import Asked, Lesson, Listed, Number, Step, Words, solution
from explainer.text import LANGUAGES, Text
from tests.lessons.runs import Run

LEAST_DIGITS = 3  # of a number that nobody writes by chance


def answers(text: Text, found: Asked) -> set[str]:
    """What must not be read beforehand: a number with decimals, a token, words of this run. A count
    stands in many a sentence whatever it counts, and so does an answer in words.
    """
    question = found.question
    if isinstance(question, Words):
        return set()
    if isinstance(question, Number):
        told = solution(question)
        return {told} if question.digits and sum(map(str.isdigit, told)) >= LEAST_DIGITS else set()
    right = question.options[question.right]
    return {right} if right.startswith("▁") or " " in right else set()


def says(printed: str, answer: str) -> bool:
    """Whether the answer stands there as a word or a number of its own, Korean endings aside."""
    return re.search(rf"(?<![\w.▁]){re.escape(answer)}(?![\d.]\d|[a-zA-Z\d])", printed) is not None


def before(text: Text, step: Step, found: Asked) -> str:
    """What a learner has read when the answer is asked for; options are there to choose from."""
    asked = text(step.key("ask"), **found.holes)
    if isinstance(found.question, Listed) and all(says(asked, o) for o in found.question.options):
        asked = ""  # it names all there is to choose from
    return "\n".join((text(step.key("title")), text(step.key("look")), asked))


def after(text: Text, step: Step, found: Asked) -> str:
    return f"{text(step.key('tell'), **found.holes)}\n{text(step.key('see'))}"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_no_step_tells_the_answer_of_one_to_come(run: Run, lesson: Lesson, lang: str) -> None:
    text, read, told = Text(lang), "", ""
    for step in lesson.steps:
        found = run.asked(lesson.id, step.id)
        if found is None:
            continue
        read += f"\n{before(text, step, found)}"
        for answer in answers(text, found):
            # Words stand in the sentences they are found in: those must not have been pointed out.
            assert not says(told if " " in answer else read, answer), (step.id, answer)
        told += f"\n{after(text, step, found)}"
        read += f"\n{after(text, step, found)}"


def test_a_number_is_found_as_a_whole_and_a_token_before_a_particle() -> None:
    assert says("q·k = 15.64, dₖ", "15.64") and says("합은 3.19이다", "3.19")
    assert not says("15.641", "15.64") and not says("115.64", "15.64") and not says("a−3.1", "3.19")
    assert says("이제 쓸 토큰은 ▁sofa이다", "▁sofa") and not says("▁sofas", "▁sofa")
