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
from explainer.lessons.parts import Values
from explainer.lessons.printed import decimals, printable, sig_digits
from explainer.text.numbers import decimal
from explainer.translation import prefix_of

SAME: Final = 0.005


class Facts:
    """Facts of the cell page's default row of cross-attention, and its strongest cell, from 1.

    `keys` and `weights` have an entry a source token; `ordinary` are the tokens that are no special
    token. `dim` is the dimension with the largest product. `by_root` and `by_width` are the
    strongest weight of the row when its scores are divided by sqrt(d_k) and by d_k.
    """

    def __init__(self, view: View) -> None:
        done, at = view.translation, start_step(view.translation)
        weights = done.attention("cross")
        self.heads, self.layer, self.row = weights.shape[1], len(weights), at + 1
        head = telling_head(done, "cross", self.layer - 1)
        self.fed, self.written = done.fed_tokens[at], done.predicted_tokens[at]
        self.keys, self.head = done.source.tokens, head + 1
        words = [i for i, token in enumerate(self.keys) if is_ordinary(token)]
        self.ordinary = tuple(self.keys[i] for i in words)
        shown = weights[self.layer - 1, head, at]
        column = max(words, key=lambda i: float(shown[i]), default=int(shown.argmax()))
        self.column, self.token, self.count = column + 1, self.keys[column], len(self.keys)
        prefix = prefix_of("cross", self.layer - 1)
        steps = cell_steps(done.trace, prefix, CellIndex(head, at, column))
        self.scores, self.own_score = tuple(steps.scores.tolist()), float(steps.scores[column])
        self.own_weight = float(steps.weights[column])
        self.q, self.k = tuple(steps.q.tolist()), tuple(steps.k.tolist())
        self.v = tuple(steps.values[column].tolist())
        self.products = tuple(a * b for a, b in zip(self.q, self.k, strict=True))
        self.dot, self.root = sum(self.products), len(self.q) ** 0.5
        self.numerator, self.denominator = steps.numerator, steps.denominator
        self.dim, self.dims = steps.strongest_dimension() + 1, len(self.q)
        self.total_width = self.heads * self.dims
        scaled = scaled_head(done.trace, prefix, head)
        self.by_root, self.by_width = (
            float(scaled.weights(by)[at].max()) for by in ("root", "width")
        )

    def ask_product(self) -> Values:
        q, k = self.q[self.dim - 1], self.k[self.dim - 1]
        q_told, k_told = printable(operator.mul, q, k, digits=3, to=2)
        return {"product": q * k, "q": q_told, "k": k_told, "q_bar": q, "k_bar": k}

    def ask_dot(self) -> Values:
        up = sum(product for product in self.products if product > 0)
        down = sum(product for product in self.products if product < 0)
        up_told, down_told = printable(operator.add, up, down, to=2)
        return {"up": up_told, "down": down_told, "up_bar": up, "down_bar": down}

    def ask_scale(self) -> Values:
        dot, root = printable(operator.truediv, self.dot, self.root, digits=(2, 3), to=2)
        return {"score": self.dot / self.root, "dot": dot, "root": root, "dot_bar": self.dot}

    def ask_width(self) -> Values | None:
        """How the strongest weight changes when dividing by d_k."""
        change = self.by_width - self.by_root
        if abs(change) < SAME:
            return None
        return {
            "answer": "smaller" if change < 0 else "larger",
            "root_weight": decimal(self.by_root, 3),
            "width_weight": decimal(self.by_width, 3),
            "root": decimal(self.root, 3),
        }

    def ask_softmax(self) -> Values:
        given = self.numerator, self.denominator
        top, total = printable(operator.truediv, *given, digits=[*map(sig_digits, given)], to=3)
        (score,) = printable(math.exp, self.own_score, to=decimals(top))
        return {"weight": given[0] / given[1], "score": score, "top": top, "total": total}

    def ask_value(self) -> Values:
        value = self.v[self.dim - 1]
        weight, v = printable(operator.mul, self.own_weight, value, digits=3, to=3)
        return {"handed": self.own_weight * value, "weight": weight, "v": v, "v_bar": value}
