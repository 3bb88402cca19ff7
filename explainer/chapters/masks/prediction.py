"""What a reader is asked: how many weights of a row the causal mask leaves."""

from __future__ import annotations

import numpy as np

from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View

ROW = 2  # from 0


def question(view: View) -> Holes | None:
    """The third row; not in an output where it is the last and sees everything."""
    total = len(view.translation.fed)
    if total < ROW + 2:
        return None
    return {"row": ROW + 1, "before": ROW, "up": ROW + 1, "total": total}


def answer(view: View) -> Prediction:
    """Counted in the first layer, in all heads."""
    weights = view.translation.attention("decoder")[0, :, ROW]  # (H, K)
    heads, total = weights.shape
    open_to = np.isfinite(view.translation.trace["decoder.0.self_attn.masked_scores"][0, ROW])
    count = int(open_to.sum())  # a weight may be rounded to 0, a score that is open is not
    names = {ROW: "before", ROW + 1: "up", total: "all"}
    return Prediction(
        names[count],
        {
            "row": ROW + 1,
            "count": count,
            "total": total,
            "heads": heads,
            "hidden": total - count,
            "sum": f"{weights.sum(axis=-1).mean():.2f}",
        },
    )


PREDICT = Predict(("before", "up", "all"), answer, question)
