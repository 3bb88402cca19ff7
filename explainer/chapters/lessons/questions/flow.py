"""Lesson 1: how a sentence goes through the model, and how the translation is written."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.frame.pickers import start_step
from explainer.frame.view import View
from explainer.lessons.parts import (
    Asked,
    Number,
    Painted,
    Words,
    axis_round,
    listed_choice,
    told,
)
from explainer.text.numbers import decimal

SOURCE, WRITTEN = "lessonflow.source_bar", "lessonflow.written_bar"  # what two bars are called
MOST_TOP: Final = 5  # candidates that may be offered


class Facts:
    """The step the first page opens other pages on, at which the look is farthest.

    `weights` are shares over the source tokens there: the mean of the last layer's heads; `top` the
    likeliest next tokens with their probabilities.
    """

    def __init__(self, view: View) -> None:
        done = view.translation
        self.step = at = start_step(done)
        self.source, self.written = done.source.tokens, done.predicted_tokens
        self.width = done.trace["memory"].shape[1]
        weights = done.attention("cross")[-1, :, at].astype(np.float64).mean(axis=0)
        self.weights = tuple((weights / weights.sum()).tolist())
        top = zip(done.top_tokens[at], done.top_probs[at].tolist(), strict=True)
        self.top = tuple(top)[:MOST_TOP]


def _percent(share: float) -> str:
    return f"{decimal(100 * share, 1)}%"


def ask_memory(facts: Facts) -> Asked:
    count = len(facts.source)
    return Asked(
        Number(count, 0, axis=axis_round((SOURCE, count), reach=1.5 * count, signed=False)),
        told(count=count, width=facts.width),
    )


def ask_once(facts: Facts) -> Asked:
    options = ("lessonflow.once_once", "lessonflow.once_each", "lessonflow.once_layer")
    return Asked(Words(options, 0), told(count=len(facts.written)))


def ask_look(facts: Facts) -> Asked | None:
    if len(facts.source) < 2:
        return None
    question = Painted(facts.source, facts.weights)
    return Asked(
        question,
        told(
            written=facts.written[facts.step],
            token=facts.source[question.right],
            weight=max(facts.weights),
        ),
        {"step": str(facts.step + 1)},
    )


def ask_next(facts: Facts) -> Asked | None:
    names = [token for token, _ in facts.top]
    question = listed_choice(facts.written[facts.step], sorted(names))
    if question is None:
        return None
    (first, share), (second, other) = facts.top[:2]
    return Asked(
        question,
        told(first=first, share=_percent(share), second=second, other=_percent(other)),
        {"step": str(facts.step + 1)},
    )


def ask_loop(facts: Facts) -> Asked:
    read = facts.step + 1
    return Asked(
        Number(
            read,
            0,
            axis=axis_round((WRITTEN, len(facts.written)), reach=read, signed=False),
        ),
        told(step=read, read=read, written=facts.step),
        {"step": str(read)},
    )


def ask_end(facts: Facts) -> Asked:
    options = ("lessonflow.end_stop", "lessonflow.end_token", "lessonflow.end_length")
    last = len(facts.written)
    return Asked(
        Words(options, 1),
        told(steps=last, tokens=last - 1, source=len(facts.source)),
        {"step": str(last)},
    )
