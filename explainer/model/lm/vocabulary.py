"""The ids of the language models: the shipped tokenizer's English tokens and a few of their own.

PAD, UNK, BOS and EOS are 0 to 3 as in the tokenizer; then come one [MASK] and ten sentinels, which
no text holds; then the tokens that occur in the English training sentences, most frequent first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from explainer.model.ids import BOS, EOS, PAD, UNK

MASK: Final = 4
SENTINELS: Final = tuple(range(5, 15))
FIRST: Final = 15  # the id of the first token of text
NAMES: Final = (
    "<pad>", "<unk>", "<s>", "</s>", "[MASK]", *(f"<{n}>" for n in range(len(SENTINELS)))
)  # fmt: skip


class Vocabulary:
    """Two ways between a tokenizer's ids and the models': `kept` are the tokenizer's ids."""

    def __init__(self, kept: Sequence[int]) -> None:
        self.kept = tuple(kept)
        self._own = {index: FIRST + place for place, index in enumerate(self.kept)}
        self._own |= {index: index for index in (PAD, UNK, BOS, EOS)}
        if len(self._own) != len(self.kept) + 4:
            raise ValueError("a token stands twice in the vocabulary")

    def __len__(self) -> int:
        return FIRST + len(self.kept)

    def own(self, ids: Iterable[int]) -> list[int]:
        """The tokenizer's ids as the models', UNK for what never stood in an English sentence."""
        return [self._own.get(index, UNK) for index in ids]

    def tokenizer_id(self, index: int) -> int | None:
        """None for [MASK] and the sentinels, of which the tokenizer knows nothing."""
        if index >= FIRST:
            return self.kept[index - FIRST]
        return index if index <= EOS else None
