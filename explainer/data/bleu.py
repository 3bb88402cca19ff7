"""The worked example at the start of the BLEU chapter."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("bleu_texts.toml")


@dataclass(frozen=True)
class BleuExample:
    """A Korean sentence, two references and three candidates by name."""

    source: str
    references: tuple[str, ...]
    candidates: Mapping[str, str]


@cache
def example() -> BleuExample:
    content = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return BleuExample(content["source"], tuple(content["references"]), content["candidates"])
