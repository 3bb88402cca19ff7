"""Lesson 6: BLEU, counted by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import Asked, Axis, Listed, Number, Step, few, lesson
from explainer.text.numbers import decimal

BREVITY_NEAR: Final = 0.005
BENCH: Final = {"bleu_view": "bench"}
WORDS: Final = {**BENCH, "bleu_n": "1"}  # single ones are counted
PAIRS: Final = {**BENCH, "bleu_n": "2"}
SCORE_NEAR: Final = 0.5  # points, of a score worked out from rounded precisions


@dataclass(frozen=True)
class Counted:
    """A candidate against its references; `correct` and `total` have an entry for n = 1 .. 4."""

    text: str
    correct: tuple[int, ...]
    total: tuple[int, ...]
    length: int
    reference: int
    brevity: float
    score: float


@dataclass(frozen=True)
class BleuFacts:
    """The three candidates of the worked example, and the model's own translation.

    `repeated` says how often the one word of C stands in C, `limit` how often at most in a single
    reference; `bigrams` are those of B, `matching` the one that a reference has, `tempting` one
    that references have and B has not. `own` is None without a reference for the sentence.
    """

    references: tuple[str, ...]
    a: Counted
    b: Counted
    c: Counted
    word: str
    repeated: int
    limit: int
    bigrams: tuple[str, ...]
    matching: tuple[str, ...]
    tempting: str
    own: Counted | None
    own_references: str


LESSON: Final = lesson(
    "bleu",
    15,
    Step("words", "bleu", params=WORDS, by_hand=True),
    Step("clip", "bleu", params={**WORDS, "bleu_case": "C"}, by_hand=True),
    Step("pairs", "bleu", params=PAIRS, by_hand=True),
    Step("match", "bleu", params={**PAIRS, "bleu_case": "B"}, by_hand=True, mistake=True),
    Step("brevity", "bleu", params={**BENCH, "bleu_case": "B"}),
    Step("zero", "bleu", params={**BENCH, "bleu_case": "B"}),
    Step("score", "bleu", params=BENCH),
    Step("own", "bleu", params={**WORDS, "bleu_case": "own"}, by_hand=True),
)


def ask(step: str, facts: BleuFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def _parts(counted: Counted) -> str:
    """ "6/8, 3/7, 2/6, 1/5"."""
    return ", ".join(f"{c}/{t}" for c, t in zip(counted.correct, counted.total, strict=True))


def _precisions(counted: Counted) -> Axis:
    """Points out of 100, under p1 to p4."""
    pairs = zip(counted.correct, counted.total, strict=True)
    return Axis(0, 100, tuple((f"p{n}", 100 * c / t) for n, (c, t) in enumerate(pairs, start=1)))


def _words(facts: BleuFacts) -> Asked:
    a = facts.a
    return Asked(
        Number(a.correct[0], 0),
        {"text": a.text, "total": str(a.total[0]), "correct": str(a.correct[0])},
    )


def _clip(facts: BleuFacts) -> Asked:
    c = facts.c
    return Asked(
        Number(c.correct[0], 0),
        {
            "text": c.text,
            "word": facts.word,
            "repeated": str(facts.repeated),
            "limit": str(facts.limit),
            "correct": str(c.correct[0]),
            "total": str(c.total[0]),
        },
    )


def _pairs(facts: BleuFacts) -> Asked:
    a = facts.a
    return Asked(
        Number(a.correct[1], 0),
        {"text": a.text, "total": str(a.total[1]), "correct": str(a.correct[1])},
    )


def _match(facts: BleuFacts) -> Asked | None:
    if len(facts.matching) != 1:
        return None
    right = facts.matching[0]
    options = few(right, facts.bigrams)
    if not options:
        return None
    return Asked(
        Listed(options, options.index(right)),
        {"text": facts.b.text, "pair": right, "wrong": facts.tempting},
    )


def _brevity(facts: BleuFacts) -> Asked:
    b = facts.b
    return Asked(
        Number(b.brevity, BREVITY_NEAR, 3, axis=Axis(0, 1)),
        {"text": b.text, "c": str(b.length), "r": str(b.reference), "bp": decimal(b.brevity, 3)},
    )


def _zero(facts: BleuFacts) -> Asked:
    b = facts.b
    return Asked(
        Number(b.score, BREVITY_NEAR, 0, axis=_precisions(b)),
        {"text": b.text, "parts": _parts(b), "score": decimal(b.score, 0)},
    )


def _score(facts: BleuFacts) -> Asked:
    a = facts.a
    return Asked(
        Number(a.score, SCORE_NEAR, 2, axis=_precisions(a)),
        {"parts": _parts(a), "bp": f"{a.brevity:g}", "score": decimal(a.score)},
    )


def _own(facts: BleuFacts) -> Asked | None:
    own = facts.own
    if own is None:
        return None
    return Asked(
        Number(own.correct[0], 0),
        {
            "text": own.text,
            "reference": facts.own_references,
            "parts": _parts(own),
            "correct": str(own.correct[0]),
            "total": str(own.total[0]),
            "score": decimal(own.score, 1),
        },
        {"bleu_candidate": own.text, "bleu_references": facts.own_references},
    )


QUESTIONS: Final[dict[str, Callable[[BleuFacts], Asked | None]]] = {
    "words": _words,
    "clip": _clip,
    "pairs": _pairs,
    "match": _match,
    "brevity": _brevity,
    "zero": _zero,
    "score": _score,
    "own": _own,
}
