"""Lesson 1: how a sentence passes through the model and is translated."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.frame.pickers import start_step
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.text.numbers import percent

MOST_TOP: Final = 5  # candidates that may be offered


class Facts:
    """Facts of the decoder step (from 1) with the longest reordering, where other pages open.

    `source` and `steps` are how many tokens are read and written, with </s>; `before` and `own`
    those written before the step, and all but </s>. `weights` are shares over the source `tokens`
    at the step, the mean of the last layer's heads, None with one token; `weight` is the largest of
    them, that of `token`; `top` the likeliest next tokens with their
    probabilities.
    """

    once, end = 1, "token"  # how often the encoder runs, and what ends a translation

    def __init__(self, view: View) -> None:
        done, at = view.translation, start_step(view.translation)
        self.tokens, self.predicted = done.source.tokens, done.predicted_tokens
        self.source, self.steps = len(self.tokens), len(self.predicted)
        self.step, self.before, self.own = at + 1, at, self.steps - 1
        self.written, self.width = self.predicted[at], done.trace["memory"].shape[1]
        weights = done.attention("cross")[-1, :, at].astype(np.float64).mean(axis=0)
        shares = tuple((weights / weights.sum()).tolist())
        self.weights = shares if self.source > 1 else None
        self.weight = max(shares)
        self.token = self.tokens[shares.index(self.weight)]
        top = zip(done.top_tokens[at], done.top_probs[at].tolist(), strict=True)
        self.top = tuple(top)[:MOST_TOP]

    def ask_next(self) -> Values | None:
        names = sorted(token for token, _ in self.top)
        if len(names) < 2:
            return None
        (first, share), (second, other) = self.top[:2]
        shares = {"share": percent(share), "other": percent(other)}
        return {"names": names, "first": first, "second": second, **shares}
