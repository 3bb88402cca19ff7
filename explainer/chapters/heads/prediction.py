"""What a reader is asked: at how many different tokens the heads of one row look most."""

from __future__ import annotations

from explainer.analysis.head_disagreement import most_different
from explainer.analysis.maps import is_ordinary
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View


def question(view: View) -> Holes | None:
    """Several heads, and a source they can differ on."""
    heads = view.card["model"]["n_heads"]
    return {"heads": heads} if heads > 1 and len(view.translation.source) > 1 else None


def answer(view: View) -> Prediction:
    """In the row of cross-attention where they disagree most, as the page opens."""
    translation = view.translation
    weights = translation.attention("cross")
    words = [is_ordinary(piece) for piece in translation.predicted_pieces]
    layer, row = most_different(weights, words)
    keys = list(dict.fromkeys(weights[layer, :, row].argmax(axis=-1).tolist()))
    heads = weights.shape[1]
    right = "one" if len(keys) == 1 else "each" if len(keys) == heads else "some"
    return Prediction(
        right,
        {
            "layer": layer + 1,
            "piece": translation.predicted_pieces[row],
            "heads": heads,
            "count": len(keys),
            "pieces": " ".join(translation.source.pieces[key] for key in keys),
        },
    )


PREDICT = Predict(("one", "some", "each"), answer, question)
