"""What the tokenizer gives back: pieces that know where they stand in the sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pieces:
    """A sentence cut into pieces; the last one is EOS.

    `spans` are (start, end) character positions in `text`, (len, len) for special tokens; `words`
    is the index of the space-separated word a piece belongs to, -1 for special tokens.
    """

    text: str
    ids: tuple[int, ...]
    pieces: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    words: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class Segmentation:
    """One way to cut a sentence; `score` is its log-probability under the unigram model."""

    pieces: tuple[str, ...]
    ids: tuple[int, ...]
    score: float


def word_indices(text: str, spans: list[tuple[int, int]]) -> tuple[int, ...]:
    """The word of each span: how many spaces stand before the span's first letter."""
    words = []
    for start, end in spans:
        letters = [i for i in range(start, end) if not text[i].isspace()]
        first = letters[0] if letters else end  # a lone ▁ opens the word behind it
        words.append(sum(1 for c in text[:first] if c.isspace()))
    return tuple(words)
