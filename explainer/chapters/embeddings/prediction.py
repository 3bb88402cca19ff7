"""What a reader is asked: how much of the vectors' spread a flat picture shows."""

from __future__ import annotations

from explainer.chapters.embeddings.data import projection
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.text.numbers import percent

MOST, LITTLE = 0.75, 0.25


def question(view: View) -> Holes:
    return {"dimensions": view.card["model"]["d_model"]}


def answer(view: View) -> Prediction:
    """Of the whole vocabulary, on the first two principal components."""
    shares = projection(view.translation.model)[0].shares
    two = float(shares.sum())
    right = "most" if two > MOST else "little" if two < LITTLE else "half"
    return Prediction(
        right,
        {
            "dimensions": view.card["model"]["d_model"],
            "two": percent(two),
            "even": percent(2 / view.card["model"]["d_model"]),
        },
    )


PREDICT = Predict(("most", "half", "little"), answer, question)
