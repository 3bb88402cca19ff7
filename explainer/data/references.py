"""Reference translations of the example sentences, written for this project."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("references.toml")


@cache
def references(target: str) -> dict[str, str]:
    """Map example sentences to translations into a language ("en", "de", "ko"); {} for others."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    translations: dict[str, str] = data.get(target, {})
    return translations


def reference_of(sentence: str, target: str) -> str:
    """Return our translation of an example sentence, "" if there is none."""
    return references(target).get(sentence, "")
