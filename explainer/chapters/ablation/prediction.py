"""What a reader is asked: the surest head of cross-attention switched off, and the translation."""

from __future__ import annotations

import numpy as np

from explainer.analysis.interventions import Intervention
from explainer.frame.predict import Predict, Prediction
from explainer.frame.view import View
from explainer.runs import resources


def answer(view: View) -> Prediction:
    """Of the last layer the head with the largest weights, over all rows."""
    translation = view.translation
    weights = translation.attention("cross")[-1].astype(np.float64)
    mean = weights.max(axis=-1).mean(axis=-1)
    head, layer = int(mean.argmax()), len(translation.attention("cross")) - 1
    off = (Intervention("head", "cross", layer, head),)
    name, ids = translation.model, translation.source.ids
    before, after = (resources.greedy_text(name, ids, changes) for changes in ((), off))
    return Prediction(
        "same" if before == after else "other",
        {
            "layer": layer + 1,
            "head": head + 1,
            "heads": len(mean),
            "weight": f"{mean[head]:.2f}",
            "before": before,
            "after": after,
        },
    )


PREDICT = Predict(("same", "other"), answer)
