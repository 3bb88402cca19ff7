"""What a reader is asked: whether a higher temperature changes which token is first."""

from __future__ import annotations

import numpy as np

from explainer.chapters.sampling import runs as sampling_runs
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.runs import registry
from explainer.text.numbers import percent

HOT = 2.0


def question(_: View) -> Holes:
    return {"temperature": f"{HOT:g}"}


def answer(view: View) -> Prediction:
    """At the step of the greedy path where the model is least sure."""
    path = sampling_runs.greedy(view.translation)
    step = path.undecided
    logs = path.steps[step].distribution(path.row)
    hot = np.exp(logs / HOT)
    hot /= hot.sum()
    first, now = int(np.argmax(logs)), int(np.argmax(hot))
    right = "other" if now != first else "equal" if np.ptp(hot) < 1e-6 else "flatter"
    return Prediction(
        right,
        {
            "step": step + 1,
            "temperature": f"{HOT:g}",
            "token": registry.model_of(view.translation.model).tokens((first,))[0],
            "before": percent(np.exp(logs[first])),
            "after": percent(hot[now]),
            "rest": percent(1 - np.exp(logs[first])),
            "rest_after": percent(1 - hot[now]),
        },
    )


PREDICT = Predict(("other", "flatter", "equal"), answer, question)
