"""Lesson 1: how a sentence passes through the model and is translated."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.frame.pickers import start_step
from explainer.frame.view import View
from explainer.lessons.parts import Number, Posed, ShareQuestion, axis_for, pose, string_choice
from explainer.text.numbers import decimal

SOURCE, WRITTEN = "lessonflow.source_bar", "lessonflow.written_bar"  # what two bars are called
MOST_TOP: Final = 5  # candidates that may be offered


class Facts:
    """Facts of the decoder step with the longest reordering, from which other pages open.

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


def ask_memory(facts: Facts) -> Posed:
    """Ask how many vectors the encoder's memory has."""
    count = len(facts.source)
    return pose(
        Number(count, 0, axis=axis_for((SOURCE, count), reach=1.5 * count, signed=False)),
        count=count,
        width=facts.width,
    )


def ask_once(facts: Facts) -> Posed:
    """Ask how often the encoder runs."""
    bar = axis_for((WRITTEN, len(facts.written)), reach=1, signed=False)
    return pose(Number(1, 0, axis=bar), count=len(facts.written))


def ask_look(facts: Facts) -> Posed | None:
    if len(facts.source) < 2:
        return None
    question = ShareQuestion(facts.source, facts.weights)
    return pose(
        question,
        {"step": str(facts.step + 1)},
        written=facts.written[facts.step],
        token=facts.source[question.right],
        weight=max(facts.weights),
    )


def ask_next(facts: Facts) -> Posed | None:
    names = [token for token, _ in facts.top]
    question = string_choice(facts.written[facts.step], sorted(names))
    if question is None:
        return None
    (first, share), (second, other) = facts.top[:2]
    return pose(
        question,
        {"step": str(facts.step + 1)},
        first=first,
        share=_percent(share),
        second=second,
        other=_percent(other),
    )


def ask_loop(facts: Facts) -> Posed:
    """Ask how many tokens the decoder has read at a step."""
    read = facts.step + 1
    return pose(
        Number(read, 0, axis=axis_for((WRITTEN, len(facts.written)), reach=read, signed=False)),
        {"step": str(read)},
        step=read,
        read=read,
        written=facts.step,
    )


def ask_end(facts: Facts) -> Posed:
    """Ask what ends the translation."""
    last = len(facts.written)
    return pose("token", {"step": str(last)}, steps=last, tokens=last - 1, source=len(facts.source))
