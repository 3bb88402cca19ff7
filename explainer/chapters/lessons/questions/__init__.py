"""The questions of all lessons, asked about facts of the current run.

Everything that runs the model goes through `runs.resources` and is kept there; it raises Busy.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from explainer.frame.params import DEFAULTS
from explainer.frame.view import View
from explainer.lessons.parts import Lesson, Posed, Step, Values
from explainer.runs import resources


def facts_of(view: View, lesson: str) -> Any:
    """Compute the facts of this translation that a lesson asks about."""
    return import_module(f"{__name__}.{lesson}").Facts(view)


def asked_of(facts: Any, step: Step) -> Posed | None:
    """Ask a step's question about these facts; None if they leave nothing to ask."""
    if step.is_own:
        own: Values | None = import_module(f"explainer.chapters.{step.page}.question").ask(facts)
    else:
        module = import_module(f"{__name__}.{step.lesson}")
        ask, shown = (getattr(module, f"ask_{name}", None) for name in (step.id, "shown"))
        # What the page shows, by its state, where the step has no function of its own.
        own = ask(facts) if ask else shown(facts, step.params) if shown else {}
    if own is None:
        return None
    return step.pose(lambda name: own[name] if name in own else getattr(facts, name))


def question_of(view: View, step: Step) -> Posed | None:
    """Ask a step's question about this translation; None if there is nothing to predict."""
    return asked_of(view if step.is_own else facts_of(view, step.lesson), step)


def run_of(view: View, sentence: str) -> View:
    """Translate another sentence with the app's default settings; return its view."""
    request = resources.Request(view.translator_name, sentence, DEFAULTS.options())
    done = resources.translate(request)
    return View(view.text, view.lang, False, view.translator_name, view.card, done)


def own_sentence(view: View, lesson: Lesson) -> str:
    """Choose the lesson's sentence for this model; "" for a language without any.

    It is the first on which every step has a question and the lesson's point shows, else the best.
    """
    known = lesson.choices.get(str(view.card.get("source", "")), ())
    if len(known) < 2:
        return next(iter(known), "")
    missing: dict[str, int] = {}
    for sentence in known:
        missing[sentence] = _missing(view, lesson, sentence)
        if not missing[sentence]:
            break
    return min(missing, key=missing.__getitem__)


def _missing(view: View, lesson: Lesson, sentence: str) -> int:
    """Count the steps without a question on a sentence, plus one if its point does not show."""
    facts = facts_of(run_of(view, sentence), lesson.id)
    empty = sum(asked_of(facts, step) is None for step in lesson.steps)
    return empty + (not getattr(facts, "shows_point", True))
