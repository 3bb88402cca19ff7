"""What a reader is asked: a network that keeps no places, and a picture whose patches are mixed."""

from __future__ import annotations

import numpy as np

from explainer.chapters.images.mistake import BLIND, ORDER
from explainer.chapters.images.shuffle import SAME
from explainer.chapters.images.state import EXACT, FIRST, likeliest
from explainer.data.digits import digits, write_strokes
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.runs import pictures
from explainer.text.numbers import percent, power


def question(_: View) -> Holes | None:
    return {"digit": FIRST} if {BLIND, EXACT} <= {*pictures.names()} else None


def answer(_: View) -> Prediction:
    """The digit the page opens with, in order and mixed."""
    written = write_strokes(digits()[FIRST])
    before, after, exact = (
        pictures.reading(name, written, order)
        for name, order in ((BLIND, 0), (BLIND, ORDER), (EXACT, ORDER))
    )
    change = float(np.abs(after["logits"] - before["logits"]).max())
    (first, p), (now, q), (other, r) = map(likeliest, (before, after, exact))
    right = "same" if change < SAME else "weaker" if first == now else "other"
    return Prediction(
        right,
        {
            "before": f"{first} ({percent(p)})",
            "after": f"{now} ({percent(q)})",
            "change": power(change),
            "exact": f"{other} ({percent(r)})",
        },
    )


PREDICT = Predict(("other", "weaker", "same"), answer, question, needs_translation=False)
