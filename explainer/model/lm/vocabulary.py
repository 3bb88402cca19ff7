"""Vocabulary of the language models: a subset of the tokenizer's tokens plus [MASK] and sentinels.

PAD, UNK, BOS and EOS are 0 to 3 as in the tokenizer; then come one [MASK] and ten sentinels, which
never occur in text; then the tokens of the English training sentences, most frequent first.
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
    """Maps between the tokenizer's ids and the models' ids.

    `tokenizer_ids` are those in use, in order.
    """

    def __init__(self, tokenizer_ids: Sequence[int]) -> None:
        self.tokenizer_ids = tuple(tokenizer_ids)
        self._own = {index: FIRST + place for place, index in enumerate(self.tokenizer_ids)}
        self._own |= {index: index for index in (PAD, UNK, BOS, EOS)}
        if len(self._own) != len(self.tokenizer_ids) + 4:
            raise ValueError("a token appears twice in the vocabulary")

    def __len__(self) -> int:
        return FIRST + len(self.tokenizer_ids)

    def model_ids(self, ids: Iterable[int]) -> list[int]:
        """Convert tokenizer ids to model ids, UNK for those that are not in the vocabulary."""
        return [self._own.get(index, UNK) for index in ids]

    def tokenizer_id(self, index: int) -> int | None:
        """Convert a model id to a tokenizer id; None for [MASK] and the sentinels."""
        if index >= FIRST:
            return self.tokenizer_ids[index - FIRST]
        return index if index <= EOS else None
