"""What stands out among sizes and scores: models that differ in their architecture alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from explainer.chapters.models.ranking import Ranked

ALIKE: Final = 0.05  # by so much the largest of models of one size exceeds the smallest


def of_one_size(models: Sequence[Ranked]) -> list[Ranked]:
    """The most models of about the same size that read equally many tokens, best first; [] where no
    two do.
    """
    known = sorted((one for one in models if one.tokens), key=lambda one: one.parameters)
    sets = [
        [
            one
            for one in known[start:]
            if one.tokens == least.tokens and one.parameters <= (1 + ALIKE) * least.parameters
        ]
        for start, least in enumerate(known)
    ]
    largest = max(sets, key=len, default=[])
    return sorted(largest, key=lambda one: -one.bleu) if len(largest) > 1 else []
