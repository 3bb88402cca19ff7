"""Sixty everyday Korean sentences with two English translations each, written for this project.

What a visitor would type first: family, school, food, weather, time, requests, feelings, plans,
numbers. No model is trained on them or chosen by them; they are translated for its card.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from explainer.data.corpus import read_rows

FILE = Path(__file__).with_suffix(".tsv")


@cache
def everyday() -> tuple[tuple[str, ...], ...]:
    """(Korean, English, another English) for every sentence."""
    return tuple(read_rows(FILE))
