"""Every token that fits somewhere in a sentence, and paths through them (Kudo, arXiv:1804.10959).

The unigram model gives each token a probability of its own; a way to cut the sentence is a path
from its beginning to its end, and the log-probability of a path is the sum over its tokens.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from explainer.tokenizer.tokenizer import EOS, SPECIALS, UNK, Tokenizer

MARK = "▁"  # stands for the space before a word
UNK_PENALTY = 10.0  # SentencePiece: an unknown character is this much below the rarest token


@dataclass(frozen=True)
class Arc:
    """A token over the characters start..end; `score` is its log-probability in nats."""

    start: int
    end: int
    id: int
    token: str
    score: float


class Lattice:
    """The vocabulary of a tokenizer, ready to look up tokens of text. Read-only after making."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        indices = range(len(SPECIALS), tokenizer.vocab_size)
        self._ids = {tokenizer.token(index): index for index in indices}
        self._scores = {index: tokenizer.score(index) for index in indices}
        self._longest = max(map(len, self._ids), default=1)
        self.unknown = min(self._scores.values(), default=0.0) - UNK_PENALTY

    def index(self, token: str) -> int:
        """The id of a token, UNK if the vocabulary does not have it."""
        return self._ids.get(token, UNK)

    def arcs(self, marked: str) -> tuple[Arc, ...]:
        """Every token of the vocabulary that fits into `marked` (spaces written ▁), from the left.

        A character that no token begins and ends with gets an arc of UNK.
        """
        arcs: list[Arc] = []
        for start in range(len(marked)):
            for end in range(start + 1, min(start + self._longest, len(marked)) + 1):
                token = marked[start:end]
                if token in self._ids or end == start + 1:
                    arcs.append(self._arc(start, token))
        return tuple(arcs)

    def path(self, tokens: Sequence[str]) -> tuple[Arc, ...]:
        """The tokens of one segmentation as arcs, one behind the other."""
        arcs: list[Arc] = []
        for token in tokens:
            arcs.append(self._arc(arcs[-1].end if arcs else 0, token))
        return tuple(arcs)

    def words(self, text: str) -> tuple[Arc, ...]:
        """A cut by spaces and punctuation alone: a word is a token or it is unknown."""
        tokens: list[str] = []
        for word in text.split():
            runs = _runs(word)
            tokens += [MARK + runs[0], *runs[1:]]
        return self.path(tokens)

    def _arc(self, start: int, token: str) -> Arc:
        index = self.index(token)
        # Unknown characters that follow each other are one token; each of them costs.
        score = self.unknown * len(token) if index == UNK else self._scores[index]
        return Arc(start, start + len(token), index, token, score)


def _runs(word: str) -> list[str]:
    """A word in runs of letters and single punctuation marks."""
    runs: list[str] = []
    for char in word:
        if runs and not _is_mark(char) and not _is_mark(runs[-1][-1]):
            runs[-1] += char
        else:
            runs.append(char)
    return runs


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


@dataclass(frozen=True)
class Way:
    """One way to cut a sentence; `told` is the log-probability SentencePiece itself gives."""

    arcs: tuple[Arc, ...]
    told: float

    @property
    def score(self) -> float:
        """The sum of the tokens' log-probabilities."""
        return sum(arc.score for arc in self.arcs)

    @property
    def ids(self) -> tuple[int, ...]:
        """What the model reads: the tokens' ids, then EOS."""
        return (*(arc.id for arc in self.arcs), EOS)


def best_ways(tokenizer: Tokenizer, lattice: Lattice, text: str, count: int) -> tuple[Way, ...]:
    """The `count` most probable ways to cut `text`, best first; fewer where there are fewer."""
    best = tokenizer.segmentations(text, count)
    return tuple(Way(lattice.path(way.tokens), way.score) for way in best)


def by_letters(lattice: Lattice, marked: str) -> Way:
    """The way of smallest tokens: every character alone."""
    arcs = lattice.path(tuple(marked))
    return Way(arcs, sum(arc.score for arc in arcs))
