"""What a reader is asked: the second choice at a close step, and what becomes of the sum."""

from __future__ import annotations

import numpy as np

from explainer.frame.formula import factor
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.runs.greedy import walk
from explainer.text.numbers import decimal, percent

STEPS = 3  # at which the second is tried
NEAR = float(np.log(1.1))  # nats: outputs less than a tenth apart are called about the same


def question(view: View) -> Holes:
    return {"steps": min(STEPS, len(view.translation.predicted))}


def right_of(lead: float) -> str:
    """What a lead of the other output over greedy's own is called: a near tie teaches neither."""
    return "same" if abs(lead) < NEAR else "higher" if lead > 0 else "lower"


def answer(view: View) -> Prediction:
    """Greedy's own output, and of those through a second place the most probable."""
    free = walk(view.translation)
    others = [
        (walk(view.translation, ((step, second),)), step)
        for step, second in free.close_calls(STEPS)
    ]
    other, step = max(others, key=lambda found: found[0].total)
    lead = other.total - free.total
    return Prediction(
        right_of(lead),
        {
            "steps": len(others),
            "step": step + 1,
            "first": percent(np.exp(free.log_probs[step])),
            "second": percent(np.exp(other.log_probs[step])),
            "free": decimal(free.total),
            "other": decimal(other.total),
            "times": factor(abs(lead)),
        },
    )


PREDICT = Predict(("lower", "same", "higher"), answer, question)
