"""Results of tokenization: tokens with their positions in the sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

# Thai, Lao, Tibetan, Burmese, Khmer, kana, Chinese characters: written without spaces.
UNSPACED: Final = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)


@dataclass(frozen=True)
class Tokens:
    """A tokenized sentence; the last token is EOS.

    `spans` are (start, end) character positions in `text`, (len, len) for special tokens; `words`
    is the index of each token's word, see `word_indices`, -1 for special tokens.
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


def is_unspaced(text: str) -> bool:
    """Return whether most letters are of a script that has no spaces between words."""
    return 2 * len(UNSPACED.findall(text)) > sum(char.isalpha() for char in text)


def word_indices(text: str, spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return each span's word index: the number of spaces before its first letter.

    A span without letters, such as a lone ▁, belongs to the next word. In a script without spaces
    every span is a word of its own. Linear time.
    """
    spaces = [char.isspace() for char in text]
    before = [0, *accumulate(spaces)]  # spaces before each character, and before the end
    letter_at = [len(text)] * (len(text) + 1)  # next non-space position from each character on
    for index in range(len(text) - 1, -1, -1):
        letter_at[index] = letter_at[index + 1] if spaces[index] else index
    words, last, unspaced = [], 0, 0
    for start, end in spans:
        first = min(letter_at[start], end)
        within = last < first and before[last] == before[first]
        unspaced += within and UNSPACED.match(text, first) is not None
        words.append(before[first] + unspaced)
        last = first
    return tuple(words)
