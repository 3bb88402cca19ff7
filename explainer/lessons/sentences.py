"""The sentences the lessons stand on, by lesson and source language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("own_sentences.toml")


@cache
def _all() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def sentences(lesson: str) -> Mapping[str, str]:
    """Source language to sentence. Raises KeyError for an unknown lesson."""
    return _all()[lesson]
