"""What a reader is asked: what one head as wide as all of them together would cost."""

from __future__ import annotations

from explainer.analysis.multi_head import attention_parameters, cost
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View


def question(view: View) -> Holes | None:
    """Several heads, which one could stand in for."""
    heads, dims, width = _sizes(view)
    return {"heads": heads, "dims": dims, "width": heads * dims} if heads > 1 else None


def answer(view: View) -> Prediction:
    """Of a cross-attention of this sentence."""
    heads, dims, width = _sizes(view)
    translation = view.translation
    asked, seen = len(translation.fed), len(translation.source)
    many, one = (
        (attention_parameters(*size, width), cost(asked, seen, *size, width))
        for size in ((heads, dims), (1, heads * dims))
    )
    sizes = [(parameters, parts.total) for parameters, parts in (one, many)]
    right = "same" if sizes[0] == sizes[1] else "less" if sizes[0] < sizes[1] else "more"
    return Prediction(
        right,
        {
            "heads": heads,
            "one": f"{one[0]:,}",
            "many": f"{many[0]:,}",
            "products": f"{one[1].total:,}",
            "products_many": f"{many[1].total:,}",
            "weights": f"{one[1].exponents:,}",
            "weights_many": f"{many[1].exponents:,}",
        },
    )


def _sizes(view: View) -> tuple[int, int, int]:
    """Heads, their width, and the model's."""
    heads, width = view.card["model"]["n_heads"], view.card["model"]["d_model"]
    return heads, width // heads, width


PREDICT = Predict(("less", "same", "more"), answer, question)
