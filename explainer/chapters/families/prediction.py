"""What a reader is asked: one hidden word, guessed from both sides and from the left alone."""

from __future__ import annotations

from explainer.analysis.families import BOS
from explainer.chapters.families.bert import masked
from explainer.chapters.families.state import EXAMPLE, Sentence
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.runs import families
from explainer.text.numbers import percent

NEAR = 0.05  # of a probability: nearer ones are called equal


def question(_: View) -> Holes | None:
    """Where the models are there."""
    try:
        families.facts()
    except families.UNREADABLE:
        return None
    return {"sentence": EXAMPLE}


def answer(_: View) -> Prediction:
    """The first word of the page's example: nothing stands left of it."""
    ids = families.tokens(EXAMPLE)
    sentence = Sentence(ids, tuple(families.names(ids)))
    bert = families.forward_pass("bert", masked(sentence, 0))["probs"][1]
    gpt = families.forward_pass("gpt", (BOS,))["probs"][-1]
    both, left = float(bert[ids[0]]), float(gpt[ids[0]])
    right = "same" if abs(both - left) < NEAR else "bert" if both > left else "gpt"
    return Prediction(
        right,
        {
            "token": sentence.names[0],
            "bert": percent(both),
            "gpt": percent(left),
            "bert_first": families.names([int(bert.argmax())])[0],
            "gpt_first": families.names([int(gpt.argmax())])[0],
        },
    )


PREDICT = Predict(("bert", "gpt", "same"), answer, question, needs_translation=False)
