"""The questions of all lessons, asked about facts of the current run.

Everything that runs the model goes through `runs.resources` and is kept there; it raises Busy.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from explainer.frame.params import DEFAULTS
from explainer.frame.view import View
from explainer.lessons.parts import Posed, Step, Values
from explainer.runs import resources


def facts_of(view: View, lesson: str) -> Any:
    """Compute the facts of this translation that a lesson asks about."""
    return import_module(f"{__name__}.{lesson}").Facts(view)


def asked_of(facts: Any, step: Step) -> Posed | None:
    """Ask a step's question about these facts; None if they leave nothing to ask."""
    if step.is_own:
        own: Values | None = import_module(f"explainer.chapters.{step.page}.question").ask(facts)
    else:
        ask, shown = (getattr(facts, f"ask_{name}", None) for name in (step.id, "shown"))
        # What the page shows, by its state, where the step has no method of its own.
        own = ask() if ask else shown(step.params) if shown else {}
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
