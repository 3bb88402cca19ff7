"""What a reader is asked: the perplexity of who doubts between four equal tokens."""

from __future__ import annotations

import math

import numpy as np

from explainer.analysis.perplexity import surprise_of
from explainer.frame.predict import Predict, Prediction
from explainer.frame.view import View
from explainer.text.numbers import decimal

EQUAL = 4
OPTIONS = {"quarter": 1 / EQUAL, "log": math.log(EQUAL), "bits": math.log2(EQUAL), "four": EQUAL}


def answer(view: View) -> Prediction:
    """Of four equal tokens; and of the model on what it wrote itself."""
    equal = surprise_of([1 / EQUAL] * EQUAL)
    own = surprise_of(view.translation.predicted_probs.astype(np.float64))
    right = min(OPTIONS, key=lambda name: abs(OPTIONS[name] - equal.perplexity))
    return Prediction(
        right,
        {
            "nats": decimal(equal.mean, 3),
            "perplexity": decimal(equal.perplexity, 0),
            "count": len(own.nats),
            "own_nats": decimal(own.mean, 3),
            "own": decimal(own.perplexity),
        },
    )


PREDICT = Predict(tuple(OPTIONS), answer)
