"""What a reader is asked: the same number added to all similarities of the shop."""

from __future__ import annotations

from explainer.analysis.lookup import PRICES, SIMILARITIES, soft_lookup
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View

MORE = 2.0
SAME = 1e-6  # of a price: a smaller change is rounding


def question(_: View) -> Holes:
    return {"more": f"{MORE:g}"}


def answer(_: View) -> Prediction:
    """Of the worked example, whatever the reader made of the table."""
    before = soft_lookup(SIMILARITIES, PRICES)
    after = soft_lookup([one + MORE for one in SIMILARITIES], PRICES)
    change = after.value - before.value
    right = "same" if abs(change) < SAME else "higher" if change > 0 else "lower"
    best = int(before.weights.argmax())
    return Prediction(
        right,
        {
            "more": f"{MORE:g}",
            "before": f"{before.value:,.2f}",
            "after": f"{after.value:,.2f}",
            "times": f"{after.denominator / before.denominator:.3f}",
            "weight": f"{before.weights[best]:.3f}",
            "weight_too": f"{after.weights[best]:.3f}",
        },
    )


PREDICT = Predict(("higher", "lower", "same"), answer, question, needs_translation=False)
