"""The chapter's question: the perplexity of four equally likely tokens."""

from __future__ import annotations

import numpy as np

from explainer.analysis.perplexity import surprise_of
from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, pose
from explainer.text.numbers import decimal

EQUAL = 4
NEAR = 0.1


def ask(view: View) -> Posed | None:
    """Ask for the perplexity of four equally likely tokens."""
    if view.maybe_translation is None:
        return None
    equal = surprise_of([1 / EQUAL] * EQUAL)
    own = surprise_of(view.translation.predicted_probs.astype(np.float64))
    return pose(
        Number(equal.perplexity, NEAR, 1, axis=Axis(0, 10, (("p", 1 / EQUAL),))),
        nats=decimal(equal.mean, 3),
        perplexity=decimal(equal.perplexity, 0),
        count=len(own.nats),
        own_nats=decimal(own.mean, 3),
        own=own.perplexity,
    )
