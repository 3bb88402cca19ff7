"""Lesson 4: one attention cell, worked out by hand."""

from __future__ import annotations

import math
import operator
from typing import Final

from explainer.analysis.cell_steps import CellIndex, cell_steps
from explainer.analysis.maps import is_ordinary
from explainer.analysis.scaling import scaled_head
from explainer.frame.pickers import start_step, telling_head
from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, axis_for, pose, string_choice
from explainer.lessons.printed import decimals, printable, sig_digits
from explainer.text.numbers import decimal
from explainer.translation import prefix_of

SMALL: Final = 0.02  # a product of two numbers rounded to three decimals
RELATIVE: Final = 0.02
SHARE: Final = 0.01  # of a weight
HANDED: Final = 0.002  # of a weight times a number, both with three decimals
SAME: Final = 0.005


class Facts:
    """Facts of the cell page's default row of cross-attention, and its strongest cell.

    `keys` and `weights` have an entry a source token; `ordinary` are places of tokens that are no
    special token. `dim` is the dimension with the largest product. `by_root` and `by_width` are the
    strongest weight of the row when its scores are divided by sqrt(d_k) and by d_k.
    """

    def __init__(self, view: View) -> None:
        done = view.translation
        weights = done.attention("cross")
        self.heads, self.layer, self.row = weights.shape[1], len(weights) - 1, start_step(done)
        self.head = telling_head(done, "cross", self.layer)
        self.fed, self.written = done.fed_tokens[self.row], done.predicted_tokens[self.row]
        self.keys = done.source.tokens
        self.ordinary = tuple(i for i, token in enumerate(self.keys) if is_ordinary(token))
        shown = weights[self.layer, self.head, self.row]
        self.column = max(self.ordinary, key=lambda i: float(shown[i]), default=int(shown.argmax()))
        prefix = prefix_of("cross", self.layer)
        steps = cell_steps(done.trace, prefix, CellIndex(self.head, self.row, self.column))
        self.weights, self.scores = tuple(steps.weights.tolist()), tuple(steps.scores.tolist())
        self.q, self.k = tuple(steps.q.tolist()), tuple(steps.k.tolist())
        self.v = tuple(steps.values[self.column].tolist())
        self.numerator, self.denominator = steps.numerator, steps.denominator
        self.dim = steps.strongest_dimension()
        scaled = scaled_head(done.trace, prefix, self.head)
        self.by_root, self.by_width = (
            float(scaled.weights(by)[self.row].max()) for by in ("root", "width")
        )

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


def near(value: float) -> float:
    """Return the tolerance for a product or quotient of rounded numbers."""
    return max(SMALL, RELATIVE * abs(value))


def ask_look(facts: Facts) -> Posed | None:
    question = string_choice(facts.keys[facts.column], [facts.keys[i] for i in facts.ordinary])
    if question is None:
        return None
    return pose(
        question,
        shown={"col": str(facts.column + 1)},
        fed=facts.fed,
        written=facts.written,
        token=facts.keys[facts.column],
        layer=facts.layer + 1,
        head=facts.head + 1,
    )


def ask_product(facts: Facts) -> Posed:
    q, k = facts.q[facts.dim], facts.k[facts.dim]
    q_told, k_told = printable(operator.mul, q, k, digits=3, to=2)
    return pose(
        Number(q * k, near(q * k), 2, axis=axis_for(("q", q), ("k", k), reach=abs(q * k))),
        dim=facts.dim + 1,
        q=q_told,
        k=k_told,
        product=q * k,
        dims=len(facts.q),
    )


def ask_dot(facts: Facts) -> Posed:
    up = sum(product for product in facts.products if product > 0)
    down = sum(product for product in facts.products if product < 0)
    up_told, down_told = printable(operator.add, up, down, to=2)
    return pose(
        Number(facts.dot, near(facts.dot), 2, axis=axis_for(("Σ+", up), ("Σ−", down), reach=0)),
        dims=len(facts.q),
        up=up_told,
        down=down_told,
        dot=facts.dot,
    )


def ask_scale(facts: Facts) -> Posed:
    score = facts.dot / facts.root
    dot, root = printable(operator.truediv, facts.dot, facts.root, digits=(2, 3), to=2)
    return pose(
        Number(score, near(score), 2, axis=axis_for(("q·k", facts.dot), reach=0)),
        dims=len(facts.q),
        dot=dot,
        root=root,
        score=score,
    )


def ask_width(facts: Facts) -> Posed | None:
    """Ask how the strongest weight changes when dividing by d_k."""
    change = facts.by_width - facts.by_root
    if abs(change) < SAME:
        return None
    place = {"head": str(facts.head + 1), "row": str(facts.row + 1)}
    return pose(
        "smaller" if change < 0 else "larger",
        place,
        right=decimal(facts.by_root, 3),
        wrong=decimal(facts.by_width, 3),
        dims=len(facts.q),
        root=decimal(facts.root, 3),
    )


def ask_softmax(facts: Facts) -> Posed:
    weight = facts.numerator / facts.denominator
    least = [sig_digits(facts.numerator), sig_digits(facts.denominator)]
    top, total = printable(operator.truediv, facts.numerator, facts.denominator, digits=least, to=3)
    (score,) = printable(math.exp, facts.scores[facts.column], to=decimals(top))
    return pose(
        Number(weight, SHARE, 3, axis=Axis(0, 1)),
        score=score,
        top=top,
        total=total,
        weight=decimal(weight, 3),
        count=len(facts.keys),
    )


def ask_value(facts: Facts) -> Posed:
    weight, value = facts.weights[facts.column], facts.v[facts.dim]
    weight_told, value_told = printable(operator.mul, weight, value, digits=3, to=3)
    return pose(
        Number(
            weight * value,
            max(HANDED, RELATIVE * abs(weight * value)),
            3,
            axis=axis_for(("v", value), reach=0),
        ),
        dim=facts.dim + 1,
        weight=weight_told,
        v=value_told,
        handed=decimal(weight * value, 3),
        count=len(facts.keys),
    )


def ask_concat(facts: Facts) -> Posed:
    total = facts.heads * len(facts.q)
    return pose(
        Number(total, 0, axis=axis_for(("dₖ", len(facts.q)), reach=1.5 * total, signed=False)),
        heads=facts.heads,
        dims=len(facts.q),
        total=total,
    )
