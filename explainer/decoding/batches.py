"""Group sentences into batches for decoding."""

from collections.abc import Iterator
from typing import Final

TOKENS: Final = 2048  # source tokens times rows of the beam, in a batch

Numbered = tuple[int, tuple[int, ...]]  # a sentence's place and its ids


def split_batches(sources: list[Numbered], width: int) -> Iterator[list[Numbered]]:
    """Yield batches of about TOKENS from sentences sorted longest first, `width` rows each."""
    start = 0
    while start < len(sources):
        size = max(1, TOKENS // (len(sources[start][1]) * width))
        yield sources[start : start + size]
        start += size
