"""Folder of the toy model's recorded trainings, one file per preset, and number words as its data.

The recordings are made by `python -m explainer.training.toy_records`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).with_name("toy")
FILE: Final = Path(__file__).with_name("numbers.toml")


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def number_word(number: int, lang: str) -> str:
    """Spell a number from 1 to 99 in Korean ("ko") or English ("en")."""
    words = _words()[lang]
    small, tens = words["small"], words["tens"]
    if number <= len(small):
        return str(small[number - 1])
    first = (len(small) + 1) // 10  # tens digit of tens[0]
    ten, one = divmod(number, 10)
    return str(words["between"].join([tens[ten - first], *([small[one - 1]] if one else [])]))
