"""Lesson 1: how a sentence goes through the model, and how the translation is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import (
    Asked,
    Number,
    Painted,
    Step,
    Words,
    axis_round,
    lesson,
    listed_choice,
)
from explainer.text.numbers import decimal

SOURCE, WRITTEN = "lessonflow.source_bar", "lessonflow.written_bar"  # what two bars are called


@dataclass(frozen=True)
class FlowFacts:
    """One translation. `weights` are shares over the source tokens at `step` (from 0): the mean of
    the last layer's heads; `top` the likeliest next tokens there with their probabilities.
    """

    source: tuple[str, ...]
    written: tuple[str, ...]
    width: int
    step: int
    weights: tuple[float, ...]
    top: tuple[tuple[str, float], ...]


LESSON: Final = lesson(
    "flow",
    15,
    Step("memory", "translate"),
    Step("once", "translate"),
    Step("next", "translate", by_hand=True),
    Step("look", "translate", by_hand=True),
    Step("loop", "translate"),
    Step("end", "translate", mistake=True),
)


def ask(step: str, facts: FlowFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def _percent(share: float) -> str:
    return f"{decimal(100 * share, 1)}%"


def _memory(facts: FlowFacts) -> Asked:
    count = len(facts.source)
    return Asked(
        Number(count, 0, axis=axis_round((SOURCE, count), reach=1.5 * count, signed=False)),
        {"count": str(count), "width": str(facts.width)},
    )


def _once(facts: FlowFacts) -> Asked:
    options = ("lessonflow.once_once", "lessonflow.once_each", "lessonflow.once_layer")
    return Asked(Words(options, 0), {"count": str(len(facts.written))})


def _look(facts: FlowFacts) -> Asked | None:
    if len(facts.source) < 2:
        return None
    question = Painted(facts.source, facts.weights)
    return Asked(
        question,
        {
            "written": facts.written[facts.step],
            "token": facts.source[question.right],
            "weight": decimal(max(facts.weights)),
        },
        {"step": str(facts.step + 1)},
    )


def _next(facts: FlowFacts) -> Asked | None:
    names = [token for token, _ in facts.top]
    question = listed_choice(facts.written[facts.step], sorted(names))
    if question is None:
        return None
    (first, share), (second, other) = facts.top[:2]
    return Asked(
        question,
        {
            "first": first,
            "share": _percent(share),
            "second": second,
            "other": _percent(other),
        },
        {"step": str(facts.step + 1)},
    )


def _loop(facts: FlowFacts) -> Asked:
    read = facts.step + 1
    return Asked(
        Number(
            read,
            0,
            axis=axis_round((WRITTEN, len(facts.written)), reach=read, signed=False),
        ),
        {"step": str(read), "read": str(read), "written": str(facts.step)},
        {"step": str(read)},
    )


def _end(facts: FlowFacts) -> Asked:
    options = ("lessonflow.end_stop", "lessonflow.end_token", "lessonflow.end_length")
    last = len(facts.written)
    return Asked(
        Words(options, 1),
        {"steps": str(last), "tokens": str(last - 1), "source": str(len(facts.source))},
        {"step": str(last)},
    )


QUESTIONS: Final[dict[str, Callable[[FlowFacts], Asked | None]]] = {
    "memory": _memory,
    "once": _once,
    "next": _next,
    "look": _look,
    "loop": _loop,
    "end": _end,
}
