"""Everyday Korean-English training pairs written for this project.

The corpora contain commands, captions and small talk; these are complete sentences, as visitors
type them, about family, school, food, weather, time, travel, feelings and plans. None occurs in the
dev, test or everyday files, the examples or their references.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from explainer.data.corpus import Pair, read_pairs

PHRASEBOOK = Path(__file__).with_suffix(".tsv")


@cache
def phrasebook() -> tuple[Pair, ...]:
    """Return all pairs as (Korean, English)."""
    return tuple(read_pairs(PHRASEBOOK))
