"""One model with the sentences of the lessons translated, for tests of live numbers."""

from __future__ import annotations

from typing import Any

import pytest
import sentencepiece

from explainer import installed
from explainer.chapters.lessons.questions import facts_of, question_of
from explainer.engine import Translation, Translator
from explainer.frame.params import DEFAULTS
from explainer.frame.view import View
from explainer.lessons import find_lesson
from explainer.lessons.parts import Number, Posed
from explainer.runs import registry, resources
from explainer.runs.resources import Changes, Request
from explainer.text import Text

# Texts of a lesson are those of a model that has learned something.
TRAINED = pytest.mark.parametrize("run", ["ko-en", "en-de"], indirect=True, scope="module")


class Run:
    """One model with its lessons' sentences translated."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.card = installed.usable()[name].card
        self.source = str(self.card["source"])
        self.engine: Translator = registry.model_of(name)
        self.sp = sentencepiece.SentencePieceProcessor(
            model_proto=self.engine.tokenizer.model_bytes
        )

    def translation(self, lesson: str) -> Translation:
        sentence = find_lesson(lesson).sentence(self.card)
        return resources.translate(Request(self.name, sentence, DEFAULTS.options()))

    def view(self, lesson: str) -> View:
        return View(Text("en"), "en", False, self.name, self.card, self.translation(lesson))

    def facts(self, lesson: str) -> Any:
        return facts_of(self.view(lesson), lesson)

    def written(self, done: Translation, changes: Changes) -> str:
        """What greedy search writes, with the engine alone."""
        ids = self.engine.generate(done.source.ids, changes, None, 48)
        return self.engine.tokenizer.decode(ids)

    def asked(self, lesson: str, step: str) -> Posed | None:
        return question_of(self.view(lesson), find_lesson(lesson).step(step))

    def answer(self, lesson: str, step: str) -> float | str | None:
        """The right answer as the app has it."""
        found = self.asked(lesson, step)
        if found is None:
            return None
        question = found.question
        if isinstance(question, Number):
            return question.right
        return question.options[question.right]


def close(found: object, wanted: float) -> None:
    """Equal but for rounding in 32 bits; a question that is not asked has no answer."""
    if found is not None:
        assert found == pytest.approx(wanted, rel=1e-4, abs=1e-5)
