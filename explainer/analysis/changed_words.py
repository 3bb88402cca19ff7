"""Which words of a translation another one does not have."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher


def changed_words(before: Sequence[str], words: Sequence[str]) -> list[tuple[str, bool]]:
    """Pair each of `words` with whether it is outside the parts shared with `before`."""
    shared = SequenceMatcher(None, before, words, autojunk=False).get_matching_blocks()
    same = {block.b + at for block in shared for at in range(block.size)}
    return [(word, at not in same) for at, word in enumerate(words)]
