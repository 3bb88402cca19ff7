"""The chapter's question: how much of the variance a 2-d projection shows."""

from __future__ import annotations

from explainer.chapters.embeddings.data import projection
from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, pose
from explainer.text.numbers import percent

NEAR = 10  # per cent


def ask(view: View) -> Posed:
    """Ask for the explained variance of two principal components of the vocabulary."""
    width = view.card["model"]["d_model"]
    two = float(projection(view.translation.model)[0].shares.sum())
    question = Number(100 * two, NEAR, 0, axis=Axis(0, 100))
    return pose(question, dimensions=width, two=percent(two), even=percent(2 / width))
