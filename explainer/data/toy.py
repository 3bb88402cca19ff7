"""Where the recorded trainings of the toy lie, one file a preset; example pairs to train it on.

The records are made by `python -m explainer.training.toy_records`, see there.
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
    """1 to 99 in words, "ko" or "en"."""
    words = _words()[lang]
    small, tens = words["small"], words["tens"]
    if number <= len(small):
        return str(small[number - 1])
    first = (len(small) + 1) // 10  # the ten that `tens` begins with
    ten, one = divmod(number, 10)
    return str(words["between"].join([tens[ten - first], *([small[one - 1]] if one else [])]))
