"""Lesson 6: why one attention has several heads."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from explainer.analysis.head_disagreement import most_different
from explainer.analysis.interventions import Intervention
from explainer.analysis.maps import is_ordinary
from explainer.analysis.multi_head import attention_parameters
from explainer.chapters.lessons.questions.layers import with_and_without
from explainer.frame.pickers import sides
from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, ShareQuestion, pose
from explainer.lessons.printed import printable
from explainer.text.numbers import decimal

SHARE: Final = 0.01  # of a mean of weights


class Facts:
    """Facts of the heads page's default row of cross-attention; indices from 0.

    `weights` has a row a head over the tokens `keys`. `one` and `other` look at different tokens,
    None where no two do. `parameters` are those of the whole attention, and of one with a single
    head of the model's width.
    """

    def __init__(self, view: View) -> None:
        self.done = done = view.translation
        weights = done.attention("cross")
        words = [is_ordinary(token) for token in sides(done, "cross")[0].tokens]
        self.layer, self.row = most_different(weights, words)
        self.fed, self.written = done.fed_tokens[self.row], done.predicted_tokens[self.row]
        self.keys = done.source.tokens
        shown = weights[self.layer, :, self.row].astype(np.float64)
        shown /= shown.sum(axis=-1, keepdims=True)
        self.weights = tuple(tuple(each) for each in shown.tolist())
        self.one = int(shown.max(axis=-1).argmax())
        looks = shown.argmax(axis=-1)
        others = [head for head in range(len(shown)) if looks[head] != looks[self.one]]
        self.other = max(others, key=lambda head: float(shown[head].max()), default=None)
        self.d_model = width = done.trace["memory"].shape[1]
        count = len(shown)
        self.parameters = (
            attention_parameters(count, width // count, width),
            attention_parameters(1, width, width),
        )

    @cached_property
    def texts(self) -> tuple[str, str]:
        """Greedy output with and without the head `one`."""
        return with_and_without(self.done, Intervention("head", "cross", self.layer, self.one))

    @property
    def looks(self) -> tuple[int, ...]:
        """Index of the token that each head attends to most."""
        return tuple(row.index(max(row)) for row in self.weights)

    def params(self, head: int) -> dict[str, str]:
        """Return the URL parameters of a head in this row."""
        return {
            "kind": "cross",
            "layer": str(self.layer + 1),
            "head": str(head + 1),
            "row": str(self.row + 1),
        }


def ask_width(facts: Facts) -> Posed:
    heads = len(facts.weights)
    width = facts.d_model // heads
    return pose(
        Number(width, 0, axis=Axis(0, facts.d_model, (("d_model", facts.d_model),))),
        facts.params(facts.one),
        heads=heads,
        d_model=facts.d_model,
        width=width,
    )


def ask_look(facts: Facts) -> Posed | None:
    if facts.other is None:
        return None
    question = ShareQuestion(facts.keys, facts.weights[facts.other])
    return pose(
        question,
        facts.params(facts.other),
        layer=facts.layer + 1,
        fed=facts.fed,
        written=facts.written,
        one=facts.one + 1,
        first=facts.keys[facts.looks[facts.one]],
        other=facts.other + 1,
        token=facts.keys[question.right],
        weight=max(question.shares),
    )


def ask_apart(facts: Facts) -> Posed:
    """Ask how many different tokens the heads attend to most."""
    count = len(set(facts.looks))
    lines = ", ".join(f"{n}: {facts.keys[at]}" for n, at in enumerate(facts.looks, start=1))
    return pose(
        Number(count, 0),
        facts.params(facts.one),
        heads=len(facts.weights),
        layer=facts.layer + 1,
        written=facts.written,
        count=count,
        looks=lines,
    )


def ask_mean(facts: Facts) -> Posed:
    at = facts.looks[facts.one]
    given = [row[at] for row in facts.weights]
    mean = sum(given) / len(given)
    printed = printable(lambda *weights: sum(weights) / len(weights), *given, to=3)
    bars = tuple((f"head {n}", weight) for n, weight in enumerate(given, start=1))
    return pose(
        Number(mean, SHARE, 3, axis=Axis(0, 1, bars)),
        {**facts.params(facts.one), "combine": "mean"},
        token=facts.keys[at],
        weights=", ".join(printed),
        heads=len(given),
        one=facts.one + 1,
        largest=printed[facts.one],
        mean=decimal(mean, 3),
    )


def ask_cost(facts: Facts) -> Posed:
    several, single = facts.parameters
    right = "same" if single == several else "more" if single < several else "less"
    return pose(
        right,
        facts.params(facts.one),
        heads=len(facts.weights),
        width=facts.d_model // len(facts.weights),
        d_model=facts.d_model,
        several=f"{several:,}",
        single=f"{single:,}",
    )


def ask_off(facts: Facts) -> Posed:
    """Ask whether the output changes without one head."""
    text, without = facts.texts
    return pose(
        "same" if text == without else "other",
        {
            "ablation_kind": "head",
            "ablation_stack": "cross",
            "ablation_layer": str(facts.layer + 1),
            "ablation_head": str(facts.one + 1),
        },
        layer=facts.layer + 1,
        one=facts.one + 1,
        text=text,
        without=without,
    )
