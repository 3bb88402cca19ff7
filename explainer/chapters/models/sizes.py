"""Find models of equal size that differ only in architecture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from explainer.installed import Entry

ALIKE: Final = 0.05  # by so much the largest of models of one size exceeds the smallest


def largest_equal_group(models: Sequence[Entry]) -> list[Entry]:
    """Return the largest group of models of similar size and vocabulary, best first; [] if none."""
    known = sorted((one for one in models if _tokens(one)), key=_parameters)
    sets = [
        [
            one
            for one in known[start:]
            if _tokens(one) == _tokens(least)
            and _parameters(one) <= (1 + ALIKE) * _parameters(least)
        ]
        for start, least in enumerate(known)
    ]
    largest = max(sets, key=len, default=[])
    return (
        sorted(largest, key=lambda one: one.bleu or 0.0, reverse=True) if len(largest) > 1 else []
    )


def _tokens(model: Entry) -> int:
    return int(model.card.get("training", {}).get("target_tokens", 0))


def _parameters(model: Entry) -> int:
    return int(model.card["parameters"])
