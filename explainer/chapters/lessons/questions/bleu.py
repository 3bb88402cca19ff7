"""Lesson 10: BLEU, counted by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from explainer.data.bleu import example
from explainer.data.references import reference_of
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.metrics.bleu import Bleu, BleuSettings, clipped_counts, ngrams, score, statistics
from explainer.metrics.bleu_tokens import tokenize

SETTINGS: Final = BleuSettings(smoothing="none")
TOKENIZER: Final = "13a"  # that the page opens with
OWN: Final = "own"  # what the page calls a reader's own candidate


class Facts:
    """Facts of the worked example's three candidates, and of the model's own translation.

    `repeated` says how often the one `word` of C stands in C, `limit` how often at most in a single
    reference; `bigrams` are those of B, `pair` the one that a reference has, `wrong` one that
    references have and B has not. The model's own has no score without a `reference`.
    """

    def __init__(self, view: View) -> None:
        shown, done = example(), view.translation
        self.examples, self.references = shown.candidates, shown.references
        self.texts = {**self.examples, OWN: done.text}
        self.scores = {name: scored(self.texts[name], self.references) for name in self.examples}
        references = [_tokens(one) for one in self.references]
        word = clipped_counts(_tokens(self.texts["C"]), references, 1)[0]
        self.word, self.repeated, self.limit = " ".join(word.ngram), word.in_candidate, word.merged
        pairs = clipped_counts(_tokens(self.texts["B"]), references, 2)
        self.bigrams = tuple(" ".join(pair.ngram) for pair in pairs)
        matching = [" ".join(pair.ngram) for pair in pairs if pair.clipped]
        self.pair = matching[0] if len(matching) == 1 else None
        self.wrong = _tempting(self.texts["B"], references)
        self.reference = reference_of(done.source.text, str(view.card["target"]))
        if self.reference and done.text:
            self.scores[OWN] = scored(done.text, [self.reference])

    def ask_shown(self, state: Mapping[str, str]) -> Values | None:
        """What is counted of the candidate and the length of n-grams that the page shows."""
        name = state.get("bleu_case", "A")
        bleu, n = self.scores.get(name), int(state.get("bleu_n", 1))
        if bleu is None:
            return None
        counts = bleu.statistics
        pairs = [*zip(counts.correct, counts.total, strict=True)]
        return {
            "text": self.texts[name],
            "correct": counts.correct[n - 1],
            "total": counts.total[n - 1],
            "parts": ", ".join(f"{c}/{t}" for c, t in pairs),
            "bars": {
                f"p{order}": 100 * c / max(t, 1) for order, (c, t) in enumerate(pairs, start=1)
            },
            "c": counts.length,
            "r": counts.reference_length,
            "brevity": bleu.brevity,
            "bp": f"{bleu.brevity:g}",
            "score": bleu.score,
        }


def _tokens(text: str) -> Sequence[str]:
    return tokenize(text, TOKENIZER)


def scored(text: str, references: Sequence[str]) -> Bleu:
    """Score a candidate with the page's defaults: four lengths, no smoothing."""
    tokens = _tokens(text), [_tokens(one) for one in references]
    return score(statistics(*tokens, SETTINGS.max_order), SETTINGS)


def _tempting(candidate: str, references: Sequence[Sequence[str]]) -> str:
    """Return a bigram of a reference that starts like one of the candidate but is not in it."""
    tokens = _tokens(candidate)
    own = set(ngrams(tokens, 2))
    there = (pair for one in references for pair in ngrams(one, 2))
    tempting = (pair for pair in there if pair[0] == tokens[0] and pair not in own)
    return " ".join(next(tempting, ()))
