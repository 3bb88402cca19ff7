"""Lesson 4: one attention cell, worked out by hand."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import (
    Asked,
    Axis,
    Number,
    Step,
    Words,
    axis_round,
    lesson,
    listed_choice,
)
from explainer.lessons.printed import decimals, significant, so_that
from explainer.text.numbers import decimal

SMALL: Final = 0.02  # a product of two numbers rounded to three decimals
RELATIVE: Final = 0.02
SHARE: Final = 0.01  # of a weight
HANDED: Final = 0.002  # of a weight times a number, both with three decimals
SAME: Final = 0.005


@dataclass(frozen=True)
class CellFacts:
    """One row of cross-attention in one head, and the cell of its strongest ordinary token.

    `keys` and `weights` have an entry a source token; `ordinary` are places of tokens that are no
    special token. `products` are q_i k_i of the cell; `dim` the dimension with the largest one.
    `by_root` and `by_width` are the strongest weight of the row when its scores are divided by
    sqrt(d_k) and by d_k.
    """

    fed: str
    written: str
    keys: tuple[str, ...]
    ordinary: tuple[int, ...]
    weights: tuple[float, ...]
    column: int
    layer: int
    head: int
    q: tuple[float, ...]
    k: tuple[float, ...]
    v: tuple[float, ...]
    scores: tuple[float, ...]
    numerator: float
    denominator: float
    dim: int
    heads: int
    row: int
    last_layer: int
    by_root: float
    by_width: float

    @property
    def products(self) -> tuple[float, ...]:
        return tuple(a * b for a, b in zip(self.q, self.k, strict=True))

    @property
    def dot(self) -> float:
        return sum(self.products)

    @property
    def root(self) -> float:
        return float(len(self.q) ** 0.5)


STAGE: Final = "cell_stage"

LESSON: Final = lesson(
    "cell",
    15,
    Step("look", "cell", params={"col": "1", STAGE: "1"}, by_hand=True),
    Step("product", "cell", params={STAGE: "1"}, shown={STAGE: "2"}),
    Step("dot", "cell", params={STAGE: "2"}, shown={STAGE: "3"}),
    Step("scale", "cell", params={STAGE: "3"}, shown={STAGE: "4"}),
    Step("softmax", "cell", params={STAGE: "5"}, shown={STAGE: "6"}),
    Step("width", "scaling", params={"scaling_view": "own"}, by_hand=True, mistake=True),
    Step("value", "cell", params={STAGE: "6"}, shown={STAGE: "7"}),
    Step("concat", "cell", params={STAGE: "8"}, shown={STAGE: "9"}),
)


def ask(step: str, facts: CellFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def near(value: float) -> float:
    """How far a product or a quotient of rounded numbers may be off."""
    return max(SMALL, RELATIVE * abs(value))


def _look(facts: CellFacts) -> Asked | None:
    question = listed_choice(facts.keys[facts.column], [facts.keys[i] for i in facts.ordinary])
    if question is None:
        return None
    return Asked(
        question,
        {
            "fed": facts.fed,
            "written": facts.written,
            "token": facts.keys[facts.column],
            "layer": str(facts.layer + 1),
            "head": str(facts.head + 1),
        },
        shown={"col": str(facts.column + 1)},
    )


def _product(facts: CellFacts) -> Asked:
    q, k = facts.q[facts.dim], facts.k[facts.dim]
    q_told, k_told = so_that(operator.mul, q, k, digits=3, to=2)
    return Asked(
        Number(q * k, near(q * k), 2, axis=axis_round(("q", q), ("k", k), reach=abs(q * k))),
        {
            "dim": str(facts.dim + 1),
            "q": q_told,
            "k": k_told,
            "product": decimal(q * k),
            "dims": str(len(facts.q)),
        },
    )


def _dot(facts: CellFacts) -> Asked:
    up = sum(product for product in facts.products if product > 0)
    down = sum(product for product in facts.products if product < 0)
    up_told, down_told = so_that(operator.add, up, down, to=2)
    return Asked(
        Number(facts.dot, near(facts.dot), 2, axis=axis_round(("Σ+", up), ("Σ−", down), reach=0)),
        {
            "dims": str(len(facts.q)),
            "up": up_told,
            "down": down_told,
            "dot": decimal(facts.dot),
        },
    )


def _scale(facts: CellFacts) -> Asked:
    score = facts.dot / facts.root
    dot, root = so_that(operator.truediv, facts.dot, facts.root, digits=(2, 3), to=2)
    return Asked(
        Number(score, near(score), 2, axis=axis_round(("q·k", facts.dot), reach=0)),
        {
            "dims": str(len(facts.q)),
            "dot": dot,
            "root": root,
            "score": decimal(score),
        },
    )


def _width(facts: CellFacts) -> Asked | None:
    change = facts.by_width - facts.by_root
    if abs(change) < SAME:
        return None
    place = {"head": str(facts.head + 1), "row": str(facts.row + 1)}
    if facts.layer != facts.last_layer:
        place["layer"] = str(facts.layer + 1)
    return Asked(
        Words(
            ("lessoncell.width_larger", "lessoncell.width_smaller"),
            int(change < 0),
            ("width", "root"),
        ),
        {
            "right": decimal(facts.by_root, 3),
            "wrong": decimal(facts.by_width, 3),
            "dims": str(len(facts.q)),
            "root": decimal(facts.root, 3),
        },
        place,
    )


def _softmax(facts: CellFacts) -> Asked:
    weight = facts.numerator / facts.denominator
    least = [significant(facts.numerator), significant(facts.denominator)]
    top, total = so_that(operator.truediv, facts.numerator, facts.denominator, digits=least, to=3)
    (score,) = so_that(math.exp, facts.scores[facts.column], to=decimals(top))
    return Asked(
        Number(weight, SHARE, 3, axis=Axis(0, 1)),
        {
            "score": score,
            "top": top,
            "total": total,
            "weight": decimal(weight, 3),
            "count": str(len(facts.keys)),
        },
    )


def _value(facts: CellFacts) -> Asked:
    weight, value = facts.weights[facts.column], facts.v[facts.dim]
    weight_told, value_told = so_that(operator.mul, weight, value, digits=3, to=3)
    return Asked(
        Number(
            weight * value,
            max(HANDED, RELATIVE * abs(weight * value)),
            3,
            axis=axis_round(("v", value), reach=0),
        ),
        {
            "dim": str(facts.dim + 1),
            "weight": weight_told,
            "v": value_told,
            "handed": decimal(weight * value, 3),
            "count": str(len(facts.keys)),
        },
    )


def _concat(facts: CellFacts) -> Asked:
    total = facts.heads * len(facts.q)
    return Asked(
        Number(
            total,
            0,
            axis=axis_round(("dₖ", len(facts.q)), reach=1.5 * total, signed=False),
        ),
        {"heads": str(facts.heads), "dims": str(len(facts.q)), "total": str(total)},
    )


QUESTIONS: Final[dict[str, Callable[[CellFacts], Asked | None]]] = {
    "look": _look,
    "product": _product,
    "dot": _dot,
    "scale": _scale,
    "softmax": _softmax,
    "width": _width,
    "value": _value,
    "concat": _concat,
}
