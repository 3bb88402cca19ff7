"""Lesson 2: from a sentence to tokens and ids."""

from __future__ import annotations

import math
import operator
from typing import Final

from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.lessons.printed import decimals, printable
from explainer.runs import resources
from explainer.runs.tokenizers import LETTERS, count_missing_words, lattice, segmentations

LARGEST_RATIO: Final = 1e5  # a number people still type


class Facts:
    """Facts of a sentence and its tokens.

    `count` of them with </s>, `total` without, `marks` at the beginning of one of the `words`.
    `word_cuts` counts the tokens of each space-separated word; `ways` are (log-probability,
    number of tokens) of the likeliest segmentations, best first; `missed` of `countable` words are
    no single token; the two texts are translations of the best cut and of single `letters`.
    """

    near = 2  # a guess of the number of tokens may be off by so many

    def __init__(self, view: View) -> None:
        name, source = view.translation.model, view.translation.source
        cut = segmentations(name, source.text)
        self.split = tuple(source.text.split())
        self.words, self.uncut = len(self.split), len(self.split) + 1
        self.word_cuts = tuple(source.words.count(place) for place in range(self.words))
        self.count, self.total = len(source.tokens), len(source.tokens) - 1
        self.marks = sum(token.startswith("▁") for token in source.tokens)
        self.vocabulary = f"{view.translation.n_vocab:,}"
        ways = (way for id, way in cut.ways.items() if id != LETTERS)
        self.ways = tuple((way.score, len(way.arcs)) for way in ways)
        missed, self.countable = count_missing_words(lattice(name), [source.text])
        self.missed = missed if self.countable else None
        letters = cut.ways[LETTERS].ids
        self.best_text, self.letters_text = (
            resources.translate_ids(view.translation, ids) for ids in (cut.best.ids, letters)
        )
        self.letters = len(letters)
        self.spelt = "same" if self.best_text == self.letters_text else "differ"

    def ask_longest(self) -> Values | None:
        """The word with most tokens; None if two words tie."""
        most = max(self.word_cuts, default=0)
        if self.word_cuts.count(most) != 1:
            return None
        word = self.split[self.word_cuts.index(most)]
        return {"word": word, "count": most} if self.split.count(word) == 1 else None

    def ask_ways(self) -> Values | None:
        if len(self.ways) < 2:
            return None
        (best, first), (second, other) = self.ways[:2]
        return {"first": first, "second": other, "best": best, "next": second}

    def ask_ratio(self) -> Values | None:
        if len(self.ways) < 2:
            return None
        best, second = self.ways[0][0], self.ways[1][0]
        ratio = math.exp(best - second)
        digits = 2 if ratio < 100 else 0
        (gap,) = printable(math.exp, best - second, to=digits)
        sums = printable(operator.sub, best, second, to=decimals(gap))
        told = {"best": sums[0], "next": sums[1], "gap": gap, "ratio": ratio, "digits": digits}
        return told if ratio <= LARGEST_RATIO else None
