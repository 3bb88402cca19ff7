"""Results of tokenization: tokens with their positions in the sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True)
class Tokens:
    """A tokenized sentence; the last token is EOS.

    `spans` are (start, end) character positions in `text`, (len, len) for special tokens; `words`
    is the index of each token's space-separated word, -1 for special tokens.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    words: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class Segmentation:
    """One segmentation of a sentence; `score` is its log-probability under the unigram model."""

    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    score: float


def word_indices(text: str, spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return each span's word index: the number of spaces before its first letter.

    A span without letters, such as a lone ▁, belongs to the next word. Linear time.
    """
    spaces = [char.isspace() for char in text]
    before = [0, *accumulate(spaces)]  # spaces before each character, and before the end
    letter_at = [len(text)] * (len(text) + 1)  # next non-space position from each character on
    for index in range(len(text) - 1, -1, -1):
        letter_at[index] = letter_at[index + 1] if spaces[index] else index
    return tuple(before[min(letter_at[start], end)] for start, end in spans)
