"""The chapter's question: token accuracy of a toy without positions that is to reverse."""

from __future__ import annotations

from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, pose
from explainer.runs import toy
from explainer.text.numbers import percent

NEAR = 10  # per cent


def ask(_: View) -> Posed:
    """Ask for the token accuracy of a toy without positions on held-out rows."""
    whole, without = (toy.course_of(one) for one in ("reverse", "no_positions"))
    last, best = without.snapshots[-1], whole.snapshots[-1]
    return pose(
        Number(100 * last.tokens, NEAR, 0, axis=Axis(0, 100)),
        tokens=percent(last.tokens, 0),
        guess=percent(toy.guess_accuracy(without.problem.held_out), 0),
        rows=percent(last.rows, 0),
        rows_with=percent(best.rows, 0),
        tokens_with=percent(best.tokens, 0),
    )
