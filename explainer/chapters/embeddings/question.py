"""The chapter's question: how much of the variance a 2-d projection shows."""

from __future__ import annotations

from explainer.chapters.embeddings.data import projection
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.text.numbers import percent


def ask(view: View) -> Values:
    """Ask for the explained variance of two principal components of the vocabulary."""
    width = view.card["model"]["d_model"]
    two = float(projection(view.translation.model)[0].shares.sum())
    told = {"two": percent(two), "even": percent(2 / width)}
    return {"answer": 100 * two, "dimensions": width, **told}
