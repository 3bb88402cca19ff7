"""The chapter's question: adding the same number to all similarities."""

from __future__ import annotations

from explainer.analysis.lookup import PRICES, SIMILARITIES, soft_lookup
from explainer.frame.view import View
from explainer.lessons.parts import Number, Posed, axis_for, pose

MORE = 2.0
NEAR = 0.02  # of a price that is pulled by eye


def ask(_: View) -> Posed:
    """Ask for the looked-up value if the same number is added to all similarities."""
    before, after = (
        soft_lookup([one + more for one in SIMILARITIES], PRICES) for more in (0.0, MORE)
    )
    bar = axis_for(("s", before.value), reach=1.5 * before.value, signed=False)
    return pose(
        Number(after.value, NEAR * after.value, 0, axis=bar),
        more=f"{MORE:g}",
        before=f"{before.value:,.2f}",
        after=f"{after.value:,.2f}",
        times=f"{after.denominator / before.denominator:.3f}",
        weight=f"{before.weights.max():.3f}",
        weight_too=f"{after.weights.max():.3f}",
    )
