"""The chapter's question: adding the same number to all similarities."""

from __future__ import annotations

from explainer.analysis.lookup import PRICES, SIMILARITIES, soft_lookup
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.text.numbers import decimal

MORE = 2.0


def ask(_: View) -> Values:
    """Ask for the looked-up value if the same number is added to all similarities."""
    before, after = (
        soft_lookup([one + more for one in SIMILARITIES], PRICES) for more in (0.0, MORE)
    )
    times = after.denominator / before.denominator
    weights = {"weight": before.weights.max(), "weight_too": after.weights.max()}
    return {
        "value": after.value,
        "usual": before.value,
        "more": f"{MORE:g}",
        "before": f"{before.value:,.2f}",
        "after": f"{after.value:,.2f}",
        **{name: decimal(share, 3) for name, share in {"times": times, **weights}.items()},
    }
