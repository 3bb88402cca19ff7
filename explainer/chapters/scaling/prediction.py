"""What a reader is asked: the largest weight of a row whose scores are not divided."""

from __future__ import annotations

from explainer.analysis.scaling import scaled_head
from explainer.frame.pickers import telling_head
from explainer.frame.predict import Predict, Prediction
from explainer.frame.view import View
from explainer.text.numbers import decimal
from explainer.translation import prefix_of

SAME = 0.005  # of a weight as it is written


def answer(view: View) -> Prediction:
    """In the last layer of cross-attention, a head that shows it and the row that changes most."""
    translation = view.translation
    layer = len(translation.attention("cross")) - 1
    head = telling_head(translation, "cross", layer)
    scaled = scaled_head(translation.trace, prefix_of("cross", layer), head)
    both = [scaled.weights(by) for by in ("root", "none")]
    row = int((both[1].max(axis=1) - both[0].max(axis=1)).argmax())
    divided, raw = (weights[row] for weights in both)
    best = int(divided.argmax())
    change = float(raw.max() - divided.max())
    right = "same" if abs(change) < SAME else "sharper" if change > 0 else "flatter"
    return Prediction(
        right,
        {
            "layer": layer + 1,
            "head": head + 1,
            "token": translation.predicted_tokens[row],
            "source": translation.source.tokens[best],
            "root": f"{scaled.d_k**0.5:.2f}",
            "score": decimal(float(scaled.dots[row, best]) / scaled.d_k**0.5),
            "dot": decimal(float(scaled.dots[row, best])),
            "divided": f"{divided.max():.3f}",
            "raw": f"{raw.max():.3f}",
        },
    )


PREDICT = Predict(("same", "sharper", "flatter"), answer)
