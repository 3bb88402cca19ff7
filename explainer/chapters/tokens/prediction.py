"""What a reader is asked: how many tokens a sentence of so many words becomes."""

from __future__ import annotations

from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.tokenizer.tokenizer import EOS


def question(view: View) -> Holes | None:
    """Not where words, tokens and characters are as many, or the end token alone decides."""
    words, tokens, characters = _counts(view)
    return {"words": words, "characters": characters} if words < tokens < characters else None


def _counts(view: View) -> tuple[int, int, int]:
    """Words, tokens without the end token, characters with the spaces between words."""
    source = view.translation.source
    words = source.text.split()
    return len(words), sum(id != EOS for id in source.ids), len(" ".join(words))


def answer(view: View) -> Prediction:
    words, tokens, characters = _counts(view)
    source = view.translation.source
    return Prediction(
        "between",
        {
            "words": words,
            "tokens": tokens,
            "characters": characters,
            "pieces": " ".join(source.pieces),
            "vocabulary": f"{view.translation.n_vocab:,}",
        },
    )


PREDICT = Predict(("words", "between", "characters"), answer, question)
