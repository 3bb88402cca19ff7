"""Lesson 1: from a sentence to tokens and ids."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import Asked, Listed, Number, Step, Words, axis_round, few, lesson
from explainer.lessons.printed import decimals, so_that
from explainer.text.numbers import decimal

LARGEST_RATIO: Final = 1e5  # a number people still type
NEAR: Final = 2  # a guess of the number of tokens may be off by so many
RATIO_TOLERANCE: Final = 0.05  # relative


@dataclass(frozen=True)
class TokensFacts:
    """A sentence and its tokens.

    `word_cuts` counts the tokens of each space-separated word; `ways` are (log-probability,
    number of tokens) of the likeliest segmentations, best first; `missed` of `countable` words are
    no single token; the two texts are translations of the best cut and of single letters.
    """

    words: tuple[str, ...]
    word_cuts: tuple[int, ...]
    tokens: tuple[str, ...]  # with </s>
    vocabulary: int
    ways: tuple[tuple[float, int], ...]
    missed: int
    countable: int
    best_text: str
    letters_text: str
    letters: int


LESSON: Final = lesson(
    "tokens",
    15,
    Step("count", "tokens", by_hand=True),
    Step("longest", "tokens", by_hand=True),
    Step("mark", "tokens"),
    Step("ways", "tokens", params={"tokens_way": "2"}),
    Step("ratio", "tokens", params={"tokens_way": "2"}),
    Step("letters", "tokens", params={"tokens_way": "letters"}),
    Step("words", "tokens", by_hand=True, mistake=True),
)


def ask(step: str, facts: TokensFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def _count(facts: TokensFacts) -> Asked:
    return Asked(
        Number(len(facts.tokens), NEAR, uncut=len(facts.words) + 1),  # and </s>
        {
            "words": str(len(facts.words)),
            "count": str(len(facts.tokens)),
            "near": str(NEAR),
            "vocabulary": f"{facts.vocabulary:,}",
        },
    )


def _longest(facts: TokensFacts) -> Asked | None:
    """The word with most tokens; with two such words there is no answer."""
    most = max(facts.word_cuts, default=0)
    if facts.word_cuts.count(most) != 1:
        return None
    place = facts.word_cuts.index(most)
    options = few(facts.words[place], facts.words)
    if not options or facts.words.count(facts.words[place]) != 1:
        return None
    return Asked(
        Listed(options, options.index(facts.words[place])),
        {"word": facts.words[place], "count": str(most)},
    )


def _mark(facts: TokensFacts) -> Asked:
    count = sum(token.startswith("▁") for token in facts.tokens)
    return Asked(
        Number(count, 0, axis=axis_round(("n", len(facts.tokens) - 1), reach=count, signed=False)),
        {"total": str(len(facts.tokens) - 1), "words": str(len(facts.words)), "count": str(count)},
    )


def _ways(facts: TokensFacts) -> Asked | None:
    if len(facts.ways) < 2:
        return None
    (best, first), (second, other) = facts.ways[:2]
    right = 0 if other < first else 1 if other == first else 2
    return Asked(
        Words(
            ("lessontokens.ways_fewer", "lessontokens.ways_same", "lessontokens.ways_more"), right
        ),
        {"first": str(first), "second": str(other), "best": decimal(best), "next": decimal(second)},
    )


def _ratio(facts: TokensFacts) -> Asked | None:
    if len(facts.ways) < 2:
        return None
    best, second = facts.ways[0][0], facts.ways[1][0]
    ratio = math.exp(best - second)
    if ratio > LARGEST_RATIO:
        return None
    digits = 2 if ratio < 100 else 0
    (gap,) = so_that(math.exp, best - second, to=digits)
    best_told, second_told = so_that(operator.sub, best, second, to=decimals(gap))
    return Asked(
        Number(
            ratio,
            RATIO_TOLERANCE * ratio,
            digits,
            axis=axis_round(reach=2 * ratio, signed=False),
        ),
        {
            "best": best_told,
            "next": second_told,
            "gap": gap,
            "ratio": decimal(ratio, digits),
        },
    )


def _letters(facts: TokensFacts) -> Asked:
    same = facts.best_text == facts.letters_text
    return Asked(
        Words(("lessontokens.letters_same", "lessontokens.letters_differ"), 0 if same else 1),
        {
            "best": facts.best_text,
            "letters": facts.letters_text,
            "count": str(facts.letters),
            "usual": str(len(facts.tokens)),
        },
    )


def _words(facts: TokensFacts) -> Asked | None:
    if not facts.countable:
        return None
    return Asked(
        Number(facts.missed, 1),
        {"missed": str(facts.missed), "total": str(facts.countable)},
    )


QUESTIONS: Final[dict[str, Callable[[TokensFacts], Asked | None]]] = {
    "count": _count,
    "longest": _longest,
    "mark": _mark,
    "ways": _ways,
    "ratio": _ratio,
    "letters": _letters,
    "words": _words,
}
