"""The chapter's question: token accuracy of a toy without positions that is to reverse."""

from __future__ import annotations

from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.runs import toy
from explainer.text.numbers import percent


def ask(_: View) -> Values:
    """Ask for the token accuracy of a toy without positions on held-out rows."""
    whole, without = (toy.course_of(one) for one in ("reverse", "no_positions"))
    last, best = without.snapshots[-1], whole.snapshots[-1]
    shares = {"tokens": last.tokens, "guess": toy.guess_accuracy(without.problem.held_out)}
    shares |= {"rows": last.rows, "rows_with": best.rows, "tokens_with": best.tokens}
    told = {name: percent(share, 0) for name, share in shares.items()}
    return {"answer": 100 * last.tokens, **told}
