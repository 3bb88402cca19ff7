"""What a reader is asked: how many numbers are handed over for a sentence twice as long."""

from __future__ import annotations

from typing import Final

from explainer.chapters.rnn.unroll import unrolled
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.recurrent import subject
from explainer.frame.view import View
from explainer.runs import recurrent

KIND: Final = "gru"


def question(_: View) -> Holes | None:
    return {} if KIND in recurrent.models() else None


def answer(view: View) -> Prediction:
    """The sentence, and the same twice in a row."""
    seen = subject(view, "rnn", quiet=True)
    assert seen is not None
    twice = (*seen.source[:-1], *seen.source)
    one, two = (unrolled(recurrent.reading(KIND, source)) for source in (seen.source, twice))
    right = "same" if one.size == two.size else "more" if two.size > one.size else "fewer"
    return Prediction(
        right,
        {
            "count": len(one.encoder),
            "count_too": len(two.encoder),
            "size": one.size,
            "size_too": two.size,
            "each": f"{one.size / len(one.encoder):.1f}",
            "each_too": f"{two.size / len(two.encoder):.1f}",
        },
    )


PREDICT = Predict(("more", "same", "fewer"), answer, question)
