"""The sentence of a lesson shows its point with every model that reads it."""

from __future__ import annotations

from explainer.lessons import find_lesson
from tests.lessons.runs import Run


def test_beam_search_gains_something_and_every_step_asks(run: Run) -> None:
    if run.name == "tiny":  # its weights are random
        return
    found, lesson = run.facts("search"), find_lesson("search")
    assert found.best.text != found.greedy, "search the sentence anew"
    assert found.short.length != found.long.length
    assert all(run.asked("search", step.id) is not None for step in lesson.steps)
    assert lesson.sentence({"source": "xx"}) == ""
