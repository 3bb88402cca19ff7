"""Tokenization for BLEU by sacrebleu's own tokenizers, loaded on first use."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, Final

TOKENIZERS: Final = ("13a", "none", "char", "intl", "ko-mecab")  # offered to the user
OTHERS: Final = ("zh", "ja-mecab")  # for users' own models
_lock = threading.Lock()  # the Korean analyser is not thread-safe


@cache
def _load_tokenizer(name: str) -> Any:
    from sacrebleu.metrics import BLEU

    return BLEU(tokenize=name).tokenizer


def tokenize(text: str, name: str) -> tuple[str, ...]:
    """Tokenize a text as sacrebleu does. Raises ValueError for an unknown tokenizer name."""
    if name not in TOKENIZERS + OTHERS:
        raise ValueError(f"unknown tokenizer {name!r}")
    with _lock:
        return tuple(_load_tokenizer(name)(text.rstrip()).split())
