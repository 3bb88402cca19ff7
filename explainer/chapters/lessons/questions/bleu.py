"""Lesson 6: BLEU, counted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from explainer.data.bleu import example
from explainer.data.references import reference_of
from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, StringChoice, pick_options, pose
from explainer.metrics.bleu import BleuSettings, clipped_counts, ngrams, score, statistics
from explainer.metrics.bleu_tokens import tokenize
from explainer.text.numbers import decimal

BREVITY_NEAR: Final = 0.005
BENCH: Final = {"bleu_view": "bench"}
WORDS: Final = {**BENCH, "bleu_n": "1"}  # single ones are counted
PAIRS: Final = {**BENCH, "bleu_n": "2"}
SCORE_NEAR: Final = 0.5  # points, of a score worked out from rounded precisions
TOKENIZER: Final = "13a"  # that the page opens with
SETTINGS: Final = BleuSettings(smoothing="none")


@dataclass(frozen=True)
class Counted:
    """A scored candidate; `correct` and `total` have entries for n = 1 .. 4."""

    text: str
    correct: tuple[int, ...]
    total: tuple[int, ...]
    length: int
    reference: int
    brevity: float
    score: float


class Facts:
    """Facts of the worked example's three candidates, and of the model's own translation.

    `repeated` says how often the one word of C stands in C, `limit` how often at most in a single
    reference; `bigrams` are those of B, `matching` the one that a reference has, `tempting` one
    that references have and B has not. `own` is None without a reference for the sentence.
    """

    def __init__(self, view: View) -> None:
        shown, done = example(), view.translation
        self.references = shown.references
        references = [tokenize(one, TOKENIZER) for one in shown.references]
        self.a, self.b, self.c = (counted(shown.candidates[n], shown.references) for n in "ABC")
        word = clipped_counts(tokenize(self.c.text, TOKENIZER), references, 1)[0]
        self.word, self.repeated, self.limit = " ".join(word.ngram), word.in_candidate, word.merged
        pairs = clipped_counts(tokenize(self.b.text, TOKENIZER), references, 2)
        self.bigrams = tuple(" ".join(pair.ngram) for pair in pairs)
        self.matching = tuple(" ".join(pair.ngram) for pair in pairs if pair.clipped)
        self.tempting = _tempting(self.b.text, references)
        self.own_references = own = reference_of(done.source.text, str(view.card["target"]))
        self.own = counted(done.text, [own]) if own and done.text else None


def counted(text: str, references: Sequence[str]) -> Counted:
    """Score a candidate with the page's defaults: four lengths, no smoothing."""
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
    """Return a bigram of a reference that starts like one of the candidate but is not in it."""
    tokens = tokenize(candidate, TOKENIZER)
    own = set(ngrams(tokens, 2))
    for tokens_of_one in references:
        for pair in ngrams(tokens_of_one, 2):
            if pair[0] == tokens[0] and pair not in own:
                return " ".join(pair)
    return ""


def _parts(counted: Counted) -> str:
    """Format precisions: "6/8, 3/7, 2/6, 1/5"."""
    return ", ".join(f"{c}/{t}" for c, t in zip(counted.correct, counted.total, strict=True))


def _precisions(counted: Counted) -> Axis:
    """Make an axis 0..100 with bars p1 to p4."""
    pairs = zip(counted.correct, counted.total, strict=True)
    return Axis(0, 100, tuple((f"p{n}", 100 * c / t) for n, (c, t) in enumerate(pairs, start=1)))


def ask_words(facts: Facts) -> Posed:
    a = facts.a
    return pose(Number(a.correct[0], 0), text=a.text, total=a.total[0], correct=a.correct[0])


def ask_clip(facts: Facts) -> Posed:
    c = facts.c
    return pose(
        Number(c.correct[0], 0),
        text=c.text,
        word=facts.word,
        repeated=facts.repeated,
        limit=facts.limit,
        correct=c.correct[0],
        total=c.total[0],
    )


def ask_pairs(facts: Facts) -> Posed:
    a = facts.a
    return pose(Number(a.correct[1], 0), text=a.text, total=a.total[1], correct=a.correct[1])


def ask_match(facts: Facts) -> Posed | None:
    if len(facts.matching) != 1:
        return None
    right = facts.matching[0]
    options = pick_options(right, facts.bigrams)
    if not options:
        return None
    return pose(
        StringChoice(options, options.index(right)),
        text=facts.b.text,
        pair=right,
        wrong=facts.tempting,
    )


def ask_brevity(facts: Facts) -> Posed:
    b = facts.b
    return pose(
        Number(b.brevity, BREVITY_NEAR, 3, axis=Axis(0, 1)),
        text=b.text,
        c=b.length,
        r=b.reference,
        bp=decimal(b.brevity, 3),
    )


def ask_zero(facts: Facts) -> Posed:
    """Ask for the score of a candidate, whose precisions are given."""
    b = facts.b
    return pose(
        Number(b.score, BREVITY_NEAR, 0, axis=_precisions(b)),
        text=b.text,
        parts=_parts(b),
        score=decimal(b.score, 0),
    )


def ask_score(facts: Facts) -> Posed:
    a = facts.a
    return pose(
        Number(a.score, SCORE_NEAR, 2, axis=_precisions(a)),
        parts=_parts(a),
        bp=f"{a.brevity:g}",
        score=a.score,
    )


def ask_own(facts: Facts) -> Posed | None:
    own = facts.own
    if own is None:
        return None
    return pose(
        Number(own.correct[0], 0),
        {"bleu_candidate": own.text, "bleu_references": facts.own_references},
        text=own.text,
        reference=facts.own_references,
        parts=_parts(own),
        correct=own.correct[0],
        total=own.total[0],
        score=decimal(own.score, 1),
    )
