"""The chapter's question: shuffled patches in a network without positions."""

from __future__ import annotations

import numpy as np

from explainer.chapters.images.mistake import BLIND, ORDER
from explainer.chapters.images.shuffle import SAME
from explainer.chapters.images.state import CLEAR, EXACT, likeliest
from explainer.data.digits import digits, write_strokes
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.runs import pictures
from explainer.text.numbers import percent, power


def ask(_: View) -> Values | None:
    """Ask how shuffled patches change the prediction of a network without positions."""
    if not {BLIND, EXACT} <= {*pictures.network_names()}:
        return None
    written = write_strokes(digits()[CLEAR])
    runs = [
        pictures.forward_pass(name, written, order)
        for name, order in ((BLIND, 0), (BLIND, ORDER), (EXACT, ORDER))
    ]
    change = float(np.abs(runs[1]["logits"] - runs[0]["logits"]).max())
    read = [likeliest(run) for run in runs]
    is_same = read[0][0] == read[1][0]
    before, after, exact = (f"{digit} ({percent(p)})" for digit, p in read)
    answer = "same" if change < SAME else "weaker" if is_same else "other"
    told = {"before": before, "after": after, "exact": exact}
    return {"answer": answer, "digit": CLEAR, "change": power(change), **told}
