"""The numbers of the BLEU lesson: the worked example, and the model's own translation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from explainer.data.bleu import example
from explainer.data.references import reference_of
from explainer.frame.view import View
from explainer.lessons.bleu import BleuFacts, Counted
from explainer.metrics.bleu import BleuSettings, clipped_counts, ngrams, score, statistics
from explainer.metrics.bleu_tokens import tokenize
from explainer.translation import Translation

TOKENIZER: Final = "13a"  # that the page opens with
SETTINGS: Final = BleuSettings(smoothing="none")


def bleu_facts(view: View, translation: Translation) -> BleuFacts:
    shown = example()
    references = [tokenize(one, TOKENIZER) for one in shown.references]
    a, b, c = (count_candidate(shown.candidates[name], shown.references) for name in "ABC")
    word = clipped_counts(tokenize(c.text, TOKENIZER), references, 1)[0]
    pairs = clipped_counts(tokenize(b.text, TOKENIZER), references, 2)
    reference = reference_of(translation.source.text, str(view.card["target"]))
    return BleuFacts(
        references=shown.references,
        a=a,
        b=b,
        c=c,
        word=" ".join(word.ngram),
        repeated=word.in_candidate,
        limit=word.merged,
        bigrams=tuple(" ".join(pair.ngram) for pair in pairs),
        matching=tuple(" ".join(pair.ngram) for pair in pairs if pair.clipped),
        tempting=_tempting(b.text, references),
        own=count_candidate(translation.text, [reference])
        if reference and translation.text
        else None,
        own_references=reference,
    )


def count_candidate(text: str, references: Sequence[str]) -> Counted:
    """A candidate scored as the page does when it opens: four lengths, no smoothing."""
    counts = statistics(
        tokenize(text, TOKENIZER),
        [tokenize(one, TOKENIZER) for one in references],
        SETTINGS.max_order,
    )
    bleu = score(counts, SETTINGS)
    return Counted(
        text,
        tuple(counts.correct),
        tuple(counts.total),
        counts.length,
        counts.reference_length,
        bleu.brevity,
        bleu.score,
    )


def _tempting(candidate: str, references: Sequence[Sequence[str]]) -> str:
    """A pair of words that a reference has, that begins like the candidate, and that it lacks."""
    tokens = tokenize(candidate, TOKENIZER)
    own = set(ngrams(tokens, 2))
    for tokens_of_one in references:
        for pair in ngrams(tokens_of_one, 2):
            if pair[0] == tokens[0] and pair not in own:
                return " ".join(pair)
    return ""
