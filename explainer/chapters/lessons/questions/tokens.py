"""Lesson 1: from a sentence to tokens and ids."""

from __future__ import annotations

import math
import operator
from typing import Final

from explainer.frame.view import View
from explainer.lessons.parts import Number, Posed, StringChoice, axis_for, pick_options, pose
from explainer.lessons.printed import decimals, printable
from explainer.runs import resources
from explainer.runs.tokenizers import LETTERS, count_missing_words, lattice, segmentations
from explainer.text.numbers import decimal

LARGEST_RATIO: Final = 1e5  # a number people still type
NEAR: Final = 2  # a guess of the number of tokens may be off by so many
RATIO_TOLERANCE: Final = 0.05  # relative


class Facts:
    """Facts of a sentence and its tokens.

    `word_cuts` counts the tokens of each space-separated word; `ways` are (log-probability,
    number of tokens) of the likeliest segmentations, best first; `missed` of `countable` words are
    no single token; the two texts are translations of the best cut and of single letters.
    """

    def __init__(self, view: View) -> None:
        name, source = view.translation.model, view.translation.source
        cut = segmentations(name, source.text)
        self.words = tuple(source.text.split())
        self.word_cuts = tuple(source.words.count(place) for place in range(len(self.words)))
        self.tokens, self.vocabulary = source.tokens, view.translation.n_vocab  # with </s>
        ways = (way for id, way in cut.ways.items() if id != LETTERS)
        self.ways = tuple((way.score, len(way.arcs)) for way in ways)
        self.missed, self.countable = count_missing_words(lattice(name), [source.text])
        letters = cut.ways[LETTERS].ids
        self.best_text, self.letters_text = (
            resources.greedy_output(name, ids)[2] for ids in (cut.best.ids, letters)
        )
        self.letters = len(letters)


def ask_count(facts: Facts) -> Posed:
    return pose(
        Number(len(facts.tokens), NEAR, uncut=len(facts.words) + 1),
        words=len(facts.words),
        count=len(facts.tokens),
        near=NEAR,
        vocabulary=f"{facts.vocabulary:,}",
    )


def ask_longest(facts: Facts) -> Posed | None:
    """Ask for the word with most tokens; None if two words tie."""
    most = max(facts.word_cuts, default=0)
    if facts.word_cuts.count(most) != 1:
        return None
    place = facts.word_cuts.index(most)
    options = pick_options(facts.words[place], facts.words)
    if not options or facts.words.count(facts.words[place]) != 1:
        return None
    return pose(
        StringChoice(options, options.index(facts.words[place])),
        word=facts.words[place],
        count=most,
    )


def ask_mark(facts: Facts) -> Posed:
    """Ask how many tokens begin a word."""
    count = sum(token.startswith("▁") for token in facts.tokens)
    return pose(
        Number(count, 0, axis=axis_for(("n", len(facts.tokens) - 1), reach=count, signed=False)),
        total=len(facts.tokens) - 1,
        words=len(facts.words),
        count=count,
    )


def ask_ways(facts: Facts) -> Posed | None:
    if len(facts.ways) < 2:
        return None
    (best, first), (second, other) = facts.ways[:2]
    bar = axis_for(("1.", first), reach=other, signed=False)
    question = Number(other, 0, axis=bar)
    return pose(question, first=first, second=other, best=best, next=second)


def ask_ratio(facts: Facts) -> Posed | None:
    if len(facts.ways) < 2:
        return None
    best, second = facts.ways[0][0], facts.ways[1][0]
    ratio = math.exp(best - second)
    if ratio > LARGEST_RATIO:
        return None
    digits = 2 if ratio < 100 else 0
    (gap,) = printable(math.exp, best - second, to=digits)
    best_told, second_told = printable(operator.sub, best, second, to=decimals(gap))
    return pose(
        Number(
            ratio, RATIO_TOLERANCE * ratio, digits, axis=axis_for(reach=2 * ratio, signed=False)
        ),
        best=best_told,
        next=second_told,
        gap=gap,
        ratio=decimal(ratio, digits),
    )


def ask_letters(facts: Facts) -> Posed:
    """Ask whether single letters give the same translation."""
    same = facts.best_text == facts.letters_text
    return pose(
        "same" if same else "differ",
        best=facts.best_text,
        letters=facts.letters_text,
        count=facts.letters,
        usual=len(facts.tokens),
    )


def ask_words(facts: Facts) -> Posed | None:
    if not facts.countable:
        return None
    return pose(Number(facts.missed, 1), missed=facts.missed, total=facts.countable)
