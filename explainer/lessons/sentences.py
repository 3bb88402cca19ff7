"""The sentences the lessons may stand on, by lesson and source language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("own_sentences.toml")


@cache
def _all() -> Mapping[str, Mapping[str, list[str]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def choices(lesson: str) -> Mapping[str, tuple[str, ...]]:
    """Source language to sentences, the first choice first. Raises KeyError for no lesson."""
    return {source: tuple(listed) for source, listed in _all()[lesson].items()}
