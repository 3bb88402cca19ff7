"""What a reader is asked: the way the look takes through the source while a sentence is written."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.analysis.maps import is_ordinary
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.recurrent import subject
from explainer.frame.view import View
from explainer.runs import recurrent

KIND: Final = "gru-bahdanau"


def question(_: View) -> Holes | None:
    return {} if KIND in recurrent.models() else None


def answer(view: View) -> Prediction:
    """The strongest weight of every word or part of one that is written, marks left out."""
    seen = subject(view, "alignment", quiet=True)
    assert seen is not None
    reading = seen.reading(KIND)
    written, read = reading.target_tokens, reading.source_tokens
    words = [at for at, token in enumerate(written) if is_ordinary(token)]
    weights = reading.trace["decoder.weights"]
    looks = [int(weights[at].argmax()) for at in words]
    steps = np.diff(looks)
    right = "back" if (steps < 0).any() else "onward" if (steps > 0).any() else "still"
    return Prediction(
        right,
        {
            "way": ", ".join(
                f"{written[at]} ← {read[look]} ({weights[at, look]:.2f})"
                for at, look in zip(words, looks, strict=True)
            ),
            "onward": int((steps > 0).sum()),
            "backward": int((steps < 0).sum()),
        },
    )


PREDICT = Predict(("still", "onward", "back"), answer, question)
