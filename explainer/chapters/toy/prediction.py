"""What a reader is asked: single tokens of a toy that knows no positions and is to reverse."""

from __future__ import annotations

from explainer.frame.predict import Predict, Prediction
from explainer.frame.view import View
from explainer.runs import toy
from explainer.text.numbers import percent

NONE, ALL = 0.02, 0.9  # shares of tokens that are right


def answer(_: View) -> Prediction:
    """The last state of the recorded run, on rows it was not trained on."""
    with_them, without = (toy.course_of(one) for one in ("reverse", "no_positions"))
    last, whole = without.snapshots[-1], with_them.snapshots[-1]
    guess = toy.guess_accuracy(without.problem.held_out)
    right = "none" if last.tokens < NONE else "all" if last.tokens > ALL else "some"
    return Prediction(
        right,
        {
            "tokens": percent(last.tokens, 0),
            "guess": percent(guess, 0),
            "rows": percent(last.rows, 0),
            "rows_with": percent(whole.rows, 0),
            "tokens_with": percent(whole.tokens, 0),
        },
    )


PREDICT = Predict(("none", "some", "all"), answer, needs_translation=False)
