"""Lesson 6: why one attention has several heads."""

from __future__ import annotations

import numpy as np

from explainer.analysis.head_disagreement import most_different
from explainer.analysis.interventions import Intervention
from explainer.analysis.maps import is_ordinary
from explainer.analysis.multi_head import attention_parameters
from explainer.chapters.lessons.questions.layers import compared
from explainer.frame.pickers import sides
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.lessons.printed import printable


class Facts:
    """Facts of the heads page's default row of cross-attention; `layer`, `row` and heads from 1.

    `weights` has a row a head over the tokens `keys`; `looks` are the tokens that the heads attend
    to most. The heads `one` and `other` look at different tokens; 0 where no two do. `several` and
    `single` are the parameters of the whole attention, and of one with a single head of the model's
    width.
    """

    def __init__(self, view: View) -> None:
        self.done = done = view.translation
        weights = done.attention("cross")
        words = [is_ordinary(token) for token in sides(done, "cross")[0].tokens]
        layer, row = most_different(weights, words)
        self.layer, self.row = layer + 1, row + 1
        self.fed, self.written = done.fed_tokens[row], done.predicted_tokens[row]
        self.keys = done.source.tokens
        shown = weights[layer, :, row].astype(np.float64)
        shown /= shown.sum(axis=-1, keepdims=True)
        self.weights = tuple(tuple(each) for each in shown.tolist())
        one, looks = int(shown.max(axis=-1).argmax()), shown.argmax(axis=-1)
        others = [head for head in range(len(shown)) if looks[head] != looks[one]]
        other = max(others, key=lambda head: float(shown[head].max()), default=-1)
        self.one, self.other = one + 1, other + 1
        self.looks = tuple(self.keys[at] for at in looks)
        self.different = len(set(self.looks))
        self.looks_told = ", ".join(f"{n}: {key}" for n, key in enumerate(self.looks, start=1))
        self.heads, self.d_model = len(shown), done.trace["memory"].shape[1]
        self.d_head = self.d_model // self.heads
        self.several = attention_parameters(self.heads, self.d_head, self.d_model)
        self.single = attention_parameters(1, self.d_model, self.d_model)

    def ask_look(self) -> Values | None:
        if not self.other:
            return None
        shares, first = self.weights[self.other - 1], self.looks[self.one - 1]
        token = self.looks[self.other - 1]
        return {"shares": shares, "first": first, "token": token, "weight": max(shares)}

    def ask_mean(self) -> Values:
        sharp = self.weights[self.one - 1]
        at = sharp.index(max(sharp))
        given = [row[at] for row in self.weights]
        printed = printable(lambda *weights: sum(weights) / len(weights), *given, to=3)
        return {
            "mean": sum(given) / len(given),
            "bars": {f"head {n}": weight for n, weight in enumerate(given, start=1)},
            "token": self.keys[at],
            "weights": ", ".join(printed),
            "largest": printed[self.one - 1],
        }

    def ask_cost(self) -> Values:
        several, single = self.several, self.single
        answer = "same" if single == several else "more" if single < several else "less"
        return {"answer": answer, "several": f"{several:,}", "single": f"{single:,}"}

    def ask_off(self) -> Values:
        """Whether the output changes without the head `one`."""
        off = Intervention("head", "cross", self.layer - 1, self.one - 1)
        return compared(self.done, off)
