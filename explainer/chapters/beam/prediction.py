"""What a reader is asked: whether four hypotheses find something more probable than one."""

from __future__ import annotations

from explainer.chapters.beam.widths import EQUAL, widths_of
from explainer.frame.formula import factor
from explainer.frame.predict import Predict, Prediction
from explainer.frame.view import View
from explainer.text.numbers import decimal

WIDTH = 4


def answer(view: View) -> Prediction:
    """The most probable output of each, whatever the length penalty makes of it."""
    greedy, beam = (row.likeliest for row in widths_of(view.translation, (1, WIDTH)))
    lead = beam.total - greedy.total
    right = "same" if abs(lead) < EQUAL else "more" if lead > 0 else "less"
    return Prediction(
        right,
        {
            "width": WIDTH,
            "greedy": decimal(greedy.total),
            "beam": decimal(beam.total),
            "greedy_count": len(greedy.ids),
            "beam_count": len(beam.ids),
            "times": factor(abs(lead)),
        },
    )


PREDICT = Predict(("more", "same", "less"), answer)
