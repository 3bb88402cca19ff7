"""Translations of the example sentences, written for this project: what a page compares with."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("references.toml")


@cache
def references(target: str) -> dict[str, str]:
    """Example sentence to its translation into a language ("en", "de", "ko"); {} for any other."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    translations: dict[str, str] = data.get(target, {})
    return translations


def reference_of(sentence: str, target: str) -> str:
    """Our translation of an example sentence, "" where there is none."""
    return references(target).get(sentence, "")
