"""The chapter's question: the perplexity of four equally likely tokens."""

from __future__ import annotations

import numpy as np

from explainer.analysis.perplexity import surprise_of
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.text.numbers import decimal

EQUAL = 4


def ask(view: View) -> Values | None:
    """Ask for the perplexity of four equally likely tokens."""
    if view.maybe_translation is None:
        return None
    equal = surprise_of([1 / EQUAL] * EQUAL)
    own = surprise_of(view.translation.predicted_probs.astype(np.float64))
    told = {"nats": decimal(equal.mean, 3), "perplexity": decimal(equal.perplexity, 0)}
    of_own = {"count": len(own.nats), "own_nats": decimal(own.mean, 3), "own": own.perplexity}
    return {"answer": equal.perplexity, "share": 1 / EQUAL, **told, **of_own}
