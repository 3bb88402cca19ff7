"""What a reader is asked: two words of the example change places, and the score."""

from __future__ import annotations

from explainer.data.bleu import example
from explainer.frame.predict import Predict, Prediction
from explainer.frame.view import View
from explainer.metrics.bleu import Bleu, BleuSettings, score, statistics
from explainer.metrics.bleu_tokens import tokenize

CANDIDATE = "A"
ORDER = 4


def answer(_: View) -> Prediction:
    """The third and the fourth word of candidate A, against the references of the example."""
    words = example().candidates[CANDIDATE].split()
    moved = [*words[:2], words[3], words[2], *words[4:]]
    before, after = _score(words), _score(moved)
    right = "none" if after.score == 0 else "same" if after.score == before.score else "lower"
    return Prediction(
        right,
        {
            "moved": " ".join(moved),
            "one": f"{before.precisions[0]:.3f}",
            "one_too": f"{after.precisions[0]:.3f}",
            "two": f"{before.precisions[1]:.3f}",
            "two_too": f"{after.precisions[1]:.3f}",
            "three": f"{before.precisions[2]:.3f}",
            "three_too": f"{after.precisions[2]:.3f}",
            "before": f"{before.score:.2f}",
            "after": f"{after.score:.2f}",
        },
    )


def _score(words: list[str]) -> Bleu:
    references = [tokenize(one, "13a") for one in example().references]
    return score(statistics(tokenize(" ".join(words), "13a"), references, ORDER), BleuSettings())


PREDICT = Predict(("same", "lower", "none"), answer, needs_translation=False)
