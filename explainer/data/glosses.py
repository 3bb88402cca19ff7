"""The example sentences word by word, for a reader who does not read their language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("glosses.toml")


@cache
def _sentences(source: str, reader: str) -> dict[str, str]:
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    sentences: dict[str, str] = data.get(source, {}).get(reader, {})
    return sentences


def glosses(sentence: str, source: str, reader: str) -> tuple[str, ...]:
    """A gloss for each word of an example sentence of the language `source`, in the language
    `reader`; () for any other sentence and for a pair of languages without glosses.
    """
    return tuple(_sentences(source, reader).get(sentence, "").split())
