"""The chapter's question: one hidden word, predicted from both sides or only the left."""

from __future__ import annotations

from explainer.analysis.families import BOS
from explainer.chapters.families.bert import masked
from explainer.chapters.families.state import EXAMPLE, Sentence
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.runs import families
from explainer.text.numbers import percent

NEAR = 0.05  # of a probability: nearer ones are called equal


def ask(_: View) -> Values | None:
    """Ask which of BERT and GPT predicts the example's first word better."""
    try:
        ids = families.tokens(EXAMPLE)
    except families.UNREADABLE:
        return None
    sentence = Sentence(ids, tuple(families.token_names(ids)))
    bert = families.forward_pass("bert", masked(sentence, 0))["probs"][1]
    gpt = families.forward_pass("gpt", (BOS,))["probs"][-1]
    both, left = float(bert[ids[0]]), float(gpt[ids[0]])
    bert_first, gpt_first = families.token_names([int(bert.argmax()), int(gpt.argmax())])
    answer = "same" if abs(both - left) < NEAR else "bert" if both > left else "gpt"
    named = {"sentence": EXAMPLE, "token": sentence.names[0]}
    first = {"bert_first": bert_first, "gpt_first": gpt_first}
    return {"answer": answer, "bert": percent(both), "gpt": percent(left), **named, **first}
