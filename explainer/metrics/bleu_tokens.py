"""The words BLEU counts: sacrebleu's own tokenizers, loaded when they are first used."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, Final

TOKENIZERS: Final = ("13a", "none", "char", "intl", "ko-mecab")  # to choose from
OTHERS: Final = ("zh", "ja-mecab")  # for models of a reader's own
_lock = threading.Lock()  # the Korean analyser keeps a state while it works


@cache
def _load_tokenizer(name: str) -> Any:
    from sacrebleu.metrics import BLEU

    return BLEU(tokenize=name).tokenizer


def tokenize(text: str, name: str) -> tuple[str, ...]:
    """The tokens of one text as sacrebleu sees them. Raises ValueError for an unknown name."""
    if name not in TOKENIZERS + OTHERS:
        raise ValueError(f"unknown tokenizer {name!r}")
    with _lock:
        return tuple(_load_tokenizer(name)(text.rstrip()).split())
