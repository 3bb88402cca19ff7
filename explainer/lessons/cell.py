"""Lesson 3: one attention cell, worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from operator import add, mul, truediv
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
from explainer.text.numbers import decimal, worked

SMALL: Final = 0.02  # a product of two numbers rounded to three decimals
RELATIVE: Final = 0.02
SHARE: Final = 0.01  # of a weight
HANDED: Final = 0.002  # of a weight times a number, both with three decimals
SAME: Final = 0.005


@dataclass(frozen=True)
class CellFacts:
    """One row of cross-attention in one head, and the cell of its strongest ordinary piece.

    `keys` and `weights` have an entry a source piece; `ordinary` are places of pieces that are no
    special token. `products` are q_i k_i of the cell; `dim` the dimension with the largest one.
    `scaling` is a cell of the page of scaling: its place and the strongest weight of its row when
    divided by sqrt(d_k) and by d_k.
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
    scaling: Scaled

    @property
    def products(self) -> tuple[float, ...]:
        return tuple(a * b for a, b in zip(self.q, self.k, strict=True))

    @property
    def dot(self) -> float:
        return sum(self.products)

    @property
    def root(self) -> float:
        return float(len(self.q) ** 0.5)


@dataclass(frozen=True)
class Scaled:
    """A row of the page of scaling; layer, head and row count from 0."""

    layer: int
    last_layer: int
    head: int
    row: int
    by_root: float
    by_width: float


STAGE: Final = "cell_stage"

LESSON: Final = lesson(
    "cell",
    15,
    Step("look", "cell", params={"col": "1", STAGE: "1"}, shown={STAGE: "6"}, by_hand=True),
    Step("product", "cell", params={STAGE: "1"}, shown={STAGE: "2"}),
    Step("dot", "cell", params={STAGE: "2"}, shown={STAGE: "3"}),
    Step("scale", "cell", params={STAGE: "3"}, shown={STAGE: "4"}),
    Step("width", "scaling", params={"scaling_view": "own"}, by_hand=True, mistake=True),
    Step("softmax", "cell", params={STAGE: "5"}, shown={STAGE: "6"}),
    Step("value", "cell", params={STAGE: "6"}, shown={STAGE: "7"}),
    Step("concat", "cell", params={STAGE: "8"}, shown={STAGE: "9"}),
)


def ask(step: str, facts: CellFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def near(value: float) -> float:
    """How far a product or a quotient of rounded numbers may be off."""
    return max(SMALL, RELATIVE * abs(value))


def power_of_e(value: float) -> str:
    """A power of e: two decimals while it is small, then none."""
    return decimal(value, power_digits(value))


def power_digits(value: float) -> int:
    return 2 if value < 1000 else 0


def _look(facts: CellFacts) -> Asked | None:
    question = listed_choice(facts.keys[facts.column], [facts.keys[i] for i in facts.ordinary])
    if question is None:
        return None
    return Asked(
        question,
        {
            "fed": facts.fed,
            "written": facts.written,
            "piece": facts.keys[facts.column],
            "weight": decimal(facts.weights[facts.column], 3),
            "layer": str(facts.layer + 1),
            "head": str(facts.head + 1),
        },
        shown={"col": str(facts.column + 1)},
    )


def _product(facts: CellFacts) -> Asked | None:
    q, k = facts.q[facts.dim], facts.k[facts.dim]
    left, right, product = worked(mul, q, k, least=3)
    return Asked(
        Number(q * k, near(q * k), 2, axis=axis_round(("q", q), ("k", k), reach=abs(q * k))),
        {
            "dim": str(facts.dim + 1),
            "q": left,
            "k": right,
            "product": product,
            "dims": str(len(facts.q)),
        },
    )


def _dot(facts: CellFacts) -> Asked | None:
    up = sum(product for product in facts.products if product > 0)
    down = sum(product for product in facts.products if product < 0)
    pushes, pulls, dot = worked(add, up, down)
    return Asked(
        Number(facts.dot, near(facts.dot), 2, axis=axis_round(("Σ+", up), ("Σ−", down), reach=0)),
        {
            "dims": str(len(facts.q)),
            "up": pushes,
            "down": pulls,
            "dot": dot,
        },
    )


def _scale(facts: CellFacts) -> Asked | None:
    score = facts.dot / facts.root
    dot, root, divided = worked(truediv, facts.dot, facts.root, least=(2, 3))
    return Asked(
        Number(score, near(score), 2, axis=axis_round(("q·k", facts.dot), reach=0)),
        {
            "dims": str(len(facts.q)),
            "dot": dot,
            "root": root,
            "score": divided,
        },
    )


def _width(facts: CellFacts) -> Asked | None:
    row = facts.scaling
    change = row.by_width - row.by_root
    if abs(change) < SAME:
        return None
    place = {"head": str(row.head + 1), "row": str(row.row + 1)}
    if row.layer != row.last_layer:
        place["layer"] = str(row.layer + 1)
    return Asked(
        Words(
            ("lessoncell.width_larger", "lessoncell.width_smaller"),
            int(change < 0),
            ("width", "root"),
        ),
        {
            "row": str(row.row + 1),
            "head": str(row.head + 1),
            "right": decimal(row.by_root, 3),
            "wrong": decimal(row.by_width, 3),
            "dims": str(len(facts.q)),
            "root": decimal(facts.root, 3),
        },
        place,
    )


def _softmax(facts: CellFacts) -> Asked | None:
    weight = facts.numerator / facts.denominator
    least = power_digits(facts.numerator), power_digits(facts.denominator)
    top, total, share = worked(truediv, facts.numerator, facts.denominator, least=least, digits=3)
    places = len(top.partition(".")[2])
    score, _ = worked(math.exp, facts.scores[facts.column], digits=places)
    return Asked(
        Number(weight, SHARE, 3, axis=Axis(0, 1)),
        {
            "score": score,
            "top": top,
            "total": total,
            "weight": share,
            "count": str(len(facts.keys)),
        },
    )


def _value(facts: CellFacts) -> Asked | None:
    weight, value = facts.weights[facts.column], facts.v[facts.dim]
    share, v, handed = worked(mul, weight, value, least=3, digits=3)
    return Asked(
        Number(
            weight * value,
            max(HANDED, RELATIVE * abs(weight * value)),
            3,
            axis=axis_round(("v", value), reach=0),
        ),
        {
            "dim": str(facts.dim + 1),
            "weight": share,
            "v": v,
            "handed": handed,
            "count": str(len(facts.keys)),
        },
    )


def _concat(facts: CellFacts) -> Asked | None:
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
    "width": _width,
    "softmax": _softmax,
    "value": _value,
    "concat": _concat,
}
