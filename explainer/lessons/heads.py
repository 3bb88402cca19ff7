"""Lesson 6: why one attention has several heads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import Asked, Axis, Number, Painted, Step, Words, lesson
from explainer.lessons.printed import so_that
from explainer.text.numbers import decimal

SHARE: Final = 0.01  # of a mean of weights


@dataclass(frozen=True)
class HeadsFacts:
    """One row of cross-attention in all heads of one layer; layer, row and heads count from 0.

    `weights` has a row a head over the tokens `keys`. `one` and `other` look at different tokens,
    None where no two do. `parameters` are those of the whole attention, and of one with a single
    head of the model's width. `texts` are what greedy search writes, and what it writes with the
    head `one` switched off.
    """

    fed: str
    written: str
    keys: tuple[str, ...]
    layer: int
    row: int
    weights: tuple[tuple[float, ...], ...]
    one: int
    other: int | None
    d_model: int
    parameters: tuple[int, int]
    texts: tuple[str, str]

    @property
    def looks(self) -> tuple[int, ...]:
        """The token each head looks at most."""
        return tuple(row.index(max(row)) for row in self.weights)

    def params(self, head: int) -> dict[str, str]:
        """What the address says of a head in this row."""
        return {
            "kind": "cross",
            "layer": str(self.layer + 1),
            "head": str(head + 1),
            "row": str(self.row + 1),
        }


LESSON: Final = lesson(
    "heads",
    15,
    Step("width", "heads"),
    Step("look", "heads", by_hand=True),
    Step("apart", "heads", by_hand=True),
    Step("mean", "heads", figure=2),
    Step("cost", "heads", mistake=True),
    Step("off", "ablation", params={"ablation_view": "bench"}, by_hand=True),
)


def ask(step: str, facts: HeadsFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def _width(facts: HeadsFacts) -> Asked:
    heads = len(facts.weights)
    width = facts.d_model // heads
    return Asked(
        Number(width, 0, axis=Axis(0, facts.d_model, (("d_model", facts.d_model),))),
        {"heads": str(heads), "d_model": str(facts.d_model), "width": str(width)},
        facts.params(facts.one),
    )


def _look(facts: HeadsFacts) -> Asked | None:
    if facts.other is None:
        return None
    question = Painted(facts.keys, facts.weights[facts.other])
    return Asked(
        question,
        {
            "layer": str(facts.layer + 1),
            "fed": facts.fed,
            "written": facts.written,
            "one": str(facts.one + 1),
            "first": facts.keys[facts.looks[facts.one]],
            "other": str(facts.other + 1),
            "token": facts.keys[question.right],
            "weight": decimal(max(question.shares)),
        },
        facts.params(facts.other),
    )


def _apart(facts: HeadsFacts) -> Asked:
    count = len(set(facts.looks))
    lines = ", ".join(f"{n}: {facts.keys[at]}" for n, at in enumerate(facts.looks, start=1))
    return Asked(
        Number(count, 0),
        {
            "heads": str(len(facts.weights)),
            "layer": str(facts.layer + 1),
            "written": facts.written,
            "count": str(count),
            "looks": lines,
        },
        facts.params(facts.one),
    )


def _mean(facts: HeadsFacts) -> Asked:
    at = facts.looks[facts.one]
    given = [row[at] for row in facts.weights]
    mean = sum(given) / len(given)
    told = so_that(lambda *weights: sum(weights) / len(weights), *given, to=3)
    bars = tuple((f"head {n}", weight) for n, weight in enumerate(given, start=1))
    return Asked(
        Number(mean, SHARE, 3, axis=Axis(0, 1, bars)),
        {
            "token": facts.keys[at],
            "weights": ", ".join(told),
            "heads": str(len(given)),
            "one": str(facts.one + 1),
            "largest": told[facts.one],
            "mean": decimal(mean, 3),
        },
        {**facts.params(facts.one), "combine": "mean"},
    )


def _cost(facts: HeadsFacts) -> Asked:
    several, single = facts.parameters
    options = ("lessonheads.cost_more", "lessonheads.cost_same", "lessonheads.cost_less")
    right = 1 + (single > several) - (single < several)
    return Asked(
        Words(options, right),
        {
            "heads": str(len(facts.weights)),
            "width": str(facts.d_model // len(facts.weights)),
            "d_model": str(facts.d_model),
            "several": f"{several:,}",
            "single": f"{single:,}",
        },
        facts.params(facts.one),
    )


def _off(facts: HeadsFacts) -> Asked:
    text, without = facts.texts
    return Asked(
        Words(
            ("lessonheads.off_same", "lessonheads.off_other"),
            int(text != without),
            ("same", "other"),
        ),
        {
            "layer": str(facts.layer + 1),
            "one": str(facts.one + 1),
            "text": text,
            "without": without,
        },
        {
            "ablation_kind": "head",
            "ablation_stack": "cross",
            "ablation_layer": str(facts.layer + 1),
            "ablation_head": str(facts.one + 1),
        },
    )


QUESTIONS: Final[dict[str, Callable[[HeadsFacts], Asked | None]]] = {
    "width": _width,
    "look": _look,
    "apart": _apart,
    "mean": _mean,
    "cost": _cost,
    "off": _off,
}
