"""What a reader is asked: the multiplications of self-attention for a text twice as long."""

from __future__ import annotations

from explainer.analysis.layer_costs import Shape, multiply_adds
from explainer.chapters.complexity.cost import FIRST_D, FIRST_N
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View

RATIOS = {2: "double", 4: "square", 8: "cube"}


def question(_: View) -> Holes:
    return {"n": FIRST_N, "n_too": 2 * FIRST_N, "d": FIRST_D}


def answer(_: View) -> Prediction:
    """Scores and mixing alone, at the width the page opens with."""
    one, two = (Shape(n, FIRST_D) for n in (FIRST_N, 2 * FIRST_N))
    counts = {
        layer: [multiply_adds(layer, shape) for shape in (one, two)]
        for layer in ("attention", "recurrent")
    }
    ours, theirs = counts["attention"], counts["recurrent"]
    return Prediction(
        RATIOS[round(ours[1] / ours[0])],
        {
            "before": f"{ours[0]:,}",
            "after": f"{ours[1]:,}",
            "times": f"{ours[1] / ours[0]:g}",
            "recurrent": f"{theirs[0]:,}",
            "recurrent_after": f"{theirs[1]:,}",
            "recurrent_times": f"{theirs[1] / theirs[0]:g}",
        },
    )


PREDICT = Predict(tuple(RATIOS.values()), answer, question, needs_translation=False)
