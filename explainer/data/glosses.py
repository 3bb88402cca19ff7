"""Word-by-word glosses of the example sentences, for readers who do not know the language."""

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
    """Return a gloss in language `reader` for each word of an example sentence in `source`.

    () for any other sentence or language pair.
    """
    return tuple(_sentences(source, reader).get(sentence, "").split())
