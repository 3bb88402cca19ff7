"""What a reader is asked: the second choice at the closest step, and what becomes of the sum."""

from __future__ import annotations

import numpy as np

from explainer.frame.formula import factor
from explainer.frame.predict import Predict, Prediction
from explainer.frame.view import View
from explainer.runs.greedy import walk
from explainer.text.numbers import decimal, percent

LEAST = 1e-3  # nats: a smaller lead is rounding


def answer(view: View) -> Prediction:
    """Both outputs to their ends."""
    free = walk(view.translation)
    step, second = free.close_call
    other = walk(view.translation, ((step, second),))
    lead = other.total - free.total
    right = "same" if abs(lead) < LEAST else "higher" if lead > 0 else "lower"
    return Prediction(
        right,
        {
            "step": step + 1,
            "first": percent(np.exp(free.log_probs[step])),
            "second": percent(np.exp(other.log_probs[step])),
            "free": decimal(free.total),
            "other": decimal(other.total),
            "times": factor(abs(lead)),
        },
    )


PREDICT = Predict(("lower", "same", "higher"), answer)
