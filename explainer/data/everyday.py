"""Sixty everyday Korean sentences with two English translations each, written for this project.

Typical first inputs of a visitor: family, school, food, weather, time, requests, feelings, plans,
numbers. They are only for the model cards: no model is trained or selected on them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from explainer.data.corpus import read_rows

FILE = Path(__file__).with_suffix(".tsv")


@cache
def everyday() -> tuple[tuple[str, ...], ...]:
    """Return (Korean, English, alternative English) for every sentence."""
    return tuple(read_rows(FILE))
