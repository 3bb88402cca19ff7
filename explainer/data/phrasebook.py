"""Everyday Korean-English pairs written for this project: what a visitor would type first.

The corpora hold commands, captions and small talk; these are whole sentences about family, school,
food, weather, time, travel, feelings and plans. None of their sides is a sentence of the dev, test
or everyday files, of the examples or of their references.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from explainer.data.corpus import Pair, read_pairs

PHRASEBOOK = Path(__file__).with_suffix(".tsv")


@cache
def phrasebook() -> tuple[Pair, ...]:
    """(Korean, English) for every pair."""
    return tuple(read_pairs(PHRASEBOOK))
