"""Many sentences cut into batches that are searched together."""

from collections.abc import Iterator
from typing import Final

TOKENS: Final = 2048  # source tokens times rows of the beam, in a batch

Numbered = tuple[int, tuple[int, ...]]  # a sentence's place and its ids


def split_batches(sources: list[Numbered], width: int) -> Iterator[list[Numbered]]:
    """Batches of about TOKENS of sentences that come longest first, each in `width` rows."""
    start = 0
    while start < len(sources):
        size = max(1, TOKENS // (len(sources[start][1]) * width))
        yield sources[start : start + size]
        start += size
