"""The sentence of a lesson: the first of its choices that shows something with the chosen model."""

import pytest

from explainer.chapters.lessons import questions
from explainer.chapters.lessons.questions import own_sentence
from explainer.frame.view import View
from explainer.lessons import LESSONS, find_lesson
from explainer.lessons.parts import Lesson
from explainer.text import Text
from tests.lessons.runs import Run

SEARCH = find_lesson("search")


def view(run: Run) -> View:
    return View(Text("en"), "en", False, run.name, run.card, None)


def test_beam_search_gains_something_and_every_step_asks(run: Run) -> None:
    if run.name == "tiny":  # its weights are random
        return
    found = run.facts("search")
    assert found.best.text != found.greedy, "add a sentence on which the beam finds another output"
    assert found.short.length != found.long.length
    assert all(run.asked("search", step.id) is not None for step in SEARCH.steps)


def test_the_first_choice_that_lacks_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    known = SEARCH.choices[run.source]
    lacks = dict.fromkeys(known, 2) | {known[2]: 0, known[1]: 1}
    asked: list[str] = []

    def missing(_: View, lesson: Lesson, sentence: str) -> int:
        asked.append(sentence)
        return lacks[sentence]

    monkeypatch.setattr(questions, "_missing", missing)
    assert own_sentence(view(run), SEARCH) == known[2]
    assert asked == list(known[:3])
    lacks[known[2]] = 3
    assert own_sentence(view(run), SEARCH) == known[1]  # the one that comes nearest


def test_one_sentence_alone_runs_no_model(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(questions, "_missing")
    for lesson in LESSONS:
        if len(lesson.choices[run.source]) == 1:
            assert own_sentence(view(run), lesson) == lesson.sentences[run.source]
    odd = View(Text("en"), "en", False, run.name, {**run.card, "source": "xx"}, None)
    assert own_sentence(odd, SEARCH) == ""
