"""What a reader is asked: the rows of a map sum to 1, and its columns?"""

from __future__ import annotations

import numpy as np

from explainer.frame.pickers import sharp_head
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View

FAR = 0.05  # of a sum that is called another one than 1


def question(view: View) -> Holes | None:
    """A map with more than one column."""
    return {} if len(view.translation.source) > 1 else None


def answer(view: View) -> Prediction:
    """Of the map of cross-attention that opens in the last layer."""
    translation = view.translation
    layer = len(translation.attention("cross")) - 1
    head = sharp_head(translation, "cross", layer)
    weights = translation.attention("cross")[layer, head].astype(np.float64)
    sums = weights.sum(axis=0)
    least, most = int(sums.argmin()), int(sums.argmax())
    right = "one" if np.abs(sums - 1).max() < FAR else "any"
    return Prediction(
        right,
        {
            "layer": layer + 1,
            "head": head + 1,
            "row": f"{weights.sum(axis=1).mean():.2f}",
            "least": f"{sums[least]:.2f}",
            "least_piece": translation.source.pieces[least],
            "most": f"{sums[most]:.2f}",
            "most_piece": translation.source.pieces[most],
            "rows": len(weights),
        },
    )


PREDICT = Predict(("one", "any"), answer, question)
