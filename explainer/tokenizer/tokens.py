"""What the tokenizer gives back: tokens that know where they stand in the sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate


@dataclass(frozen=True)
class Tokens:
    """A sentence cut into tokens; the last one is EOS.

    `spans` are (start, end) character positions in `text`, (len, len) for special tokens; `words`
    is the index of the space-separated word a token belongs to, -1 for special tokens.
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
    """One way to cut a sentence; `score` is its log-probability under the unigram model."""

    tokens: tuple[str, ...]
    ids: tuple[int, ...]
    score: float


def word_indices(text: str, spans: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """The word of each span: how many spaces stand before the span's first letter.

    A span without a letter, such as a lone ▁, opens the word behind it. Time grows with the text
    and the number of spans.
    """
    spaces = [char.isspace() for char in text]
    before = [0, *accumulate(spaces)]  # spaces before each character, and before the end
    letter_at = [len(text)] * (len(text) + 1)  # the first letter from each character on
    for place in range(len(text) - 1, -1, -1):
        letter_at[place] = letter_at[place + 1] if spaces[place] else place
    return tuple(before[min(letter_at[start], end)] for start, end in spans)
