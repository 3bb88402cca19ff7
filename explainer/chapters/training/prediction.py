"""What a reader is asked: the loss where the target is just what the model writes."""

from __future__ import annotations

import numpy as np

from explainer.frame.predict import Predict, Prediction
from explainer.frame.view import View
from explainer.text.numbers import decimal, percent


def answer(view: View) -> Prediction:
    """Of the translation on screen, from the pass over it."""
    translation = view.translation
    probs = translation.predicted_probs.astype(np.float64)
    losses = -np.log(probs)
    least = int(probs.argmin())
    right = "negative" if losses.mean() < 0 else "zero" if losses.mean() == 0 else "more"
    return Prediction(
        right,
        {
            "loss": decimal(float(losses.mean()), 3),
            "count": len(losses),
            "token": translation.predicted_tokens[least],
            "p": percent(probs[least]),
            "own": decimal(float(losses[least]), 3),
        },
    )


PREDICT = Predict(("zero", "more", "negative"), answer)
