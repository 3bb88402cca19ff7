"""What a reader is asked: how probable the second best way to cut is, beside the best one."""

from __future__ import annotations

import math

from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.runs.tokenizers import Cuts, cuts
from explainer.text.numbers import decimal, power

HALF, HUNDREDTH = 0.5, 0.01
SECOND = "2"


def _cuts(view: View) -> Cuts:
    """Kept already: the figure above has drawn them."""
    return cuts(view.translation.model, view.translation.source.text)


def question(view: View) -> Holes | None:
    """Not where there is but one way."""
    return {} if SECOND in _cuts(view).ways else None


def answer(view: View) -> Prediction:
    cut = _cuts(view)
    best, second = cut.best, cut.ways[SECOND]
    ratio = math.exp(second.score - best.score)
    return Prediction(
        "near" if ratio >= HALF else "some" if ratio >= HUNDREDTH else "rare",
        {
            "best": " ".join(arc.token for arc in best.arcs),
            "second": " ".join(arc.token for arc in second.arcs),
            "best_score": decimal(best.score),
            "second_score": decimal(second.score),
            "gap": decimal(second.score - best.score),
            "ratio": power(ratio, 1) if ratio < 1e-3 else f"{ratio:.3f}",
        },
    )


PREDICT = Predict(("near", "some", "rare"), answer, question)
