"""Segmentation lattice of the unigram model and paths through it (Kudo, arXiv:1804.10959).

The unigram model gives each token an independent probability. A segmentation is a path from the
start of the sentence to its end; its log-probability is the sum over its tokens.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from explainer.tokenizer.tokenizer import EOS, SPECIALS, UNK, Tokenizer

MARK = "▁"  # stands for the space before a word
UNK_PENALTY = 10.0  # as in SentencePiece: nats below the rarest token for an unknown character


@dataclass(frozen=True)
class Arc:
    """A token spanning the characters start..end; `score` is its log-probability in nats."""

    start: int
    end: int
    id: int
    token: str
    score: float


class Lattice:
    """Finds the tokens of a vocabulary in a text; immutable after construction."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        indices = range(len(SPECIALS), tokenizer.vocab_size)
        self._ids = {tokenizer.token(index): index for index in indices}
        self._scores = {
            index: tokenizer.score(index) for index in indices if tokenizer.is_cut(index)
        }
        self._longest = max(map(len, self._ids), default=1)
        self.unknown = min(self._scores.values(), default=0.0) - UNK_PENALTY

    def index(self, token: str) -> int:
        """Return the id of a token, UNK if it is not in the vocabulary."""
        return self._ids.get(token, UNK)

    def arcs(self, marked: str) -> tuple[Arc, ...]:
        """Return every vocabulary token that occurs in `marked` (spaces written ▁), left to right.

        A character that is not a token gets an UNK arc.
        """
        arcs: list[Arc] = []
        for start in range(len(marked)):
            for end in range(start + 1, min(start + self._longest, len(marked)) + 1):
                token = marked[start:end]
                if self._ids.get(token) in self._scores or end == start + 1:
                    arcs.append(self._arc(start, token))
        return tuple(arcs)

    def path(self, tokens: Sequence[str]) -> tuple[Arc, ...]:
        """Turn the tokens of one segmentation into consecutive arcs."""
        arcs: list[Arc] = []
        for token in tokens:
            arcs.append(self._arc(arcs[-1].end if arcs else 0, token))
        return tuple(arcs)

    def words(self, text: str) -> tuple[Arc, ...]:
        """Split by spaces and punctuation only; words outside the vocabulary are UNK."""
        tokens: list[str] = []
        for word in text.split():
            runs = _runs(word)
            tokens += [MARK + runs[0], *runs[1:]]
        return self.path(tokens)

    def _arc(self, start: int, token: str) -> Arc:
        index = self.index(token)
        index = index if index in self._scores else UNK
        # Consecutive unknown characters form one token, penalised per character.
        score = self.unknown * len(token) if index == UNK else self._scores[index]
        return Arc(start, start + len(token), index, token, score)


def _runs(word: str) -> list[str]:
    """Split a word into runs of letters and single punctuation marks."""
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
class LatticePath:
    """A segmentation as arcs; `sentencepiece_score` is SentencePiece's own log-probability."""

    arcs: tuple[Arc, ...]
    sentencepiece_score: float

    @property
    def score(self) -> float:
        """Sum of the tokens' log-probabilities."""
        return sum(arc.score for arc in self.arcs)

    @property
    def ids(self) -> tuple[int, ...]:
        """The model's input: token ids, then EOS."""
        return (*(arc.id for arc in self.arcs), EOS)


def best_paths(
    tokenizer: Tokenizer, lattice: Lattice, text: str, count: int
) -> tuple[LatticePath, ...]:
    """Return the `count` most probable segmentations of `text` (or all), best first."""
    best = tokenizer.segmentations(text, count)
    return tuple(LatticePath(lattice.path(found.tokens), found.score) for found in best)


def count_paths(arcs: Sequence[Arc], end: int) -> int:
    """Return the number of ways from character 0 to `end`; `arcs` are sorted by their start."""
    ways = [1, *[0] * end]
    for arc in arcs:
        if arc.id != UNK or arc.end == arc.start + 1:  # one way through unknown characters
            ways[arc.end] += ways[arc.start]
    return ways[end]


def character_path(lattice: Lattice, marked: str) -> LatticePath:
    """Return the segmentation into single characters."""
    arcs = lattice.path(tuple(marked))
    return LatticePath(arcs, sum(arc.score for arc in arcs))
