"""Signs that a translation is not to be trusted: improbable tokens, words cut into many of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from explainer.analysis.words import WORD_START

# Of our sixty everyday sentences ko-en writes five with less, and those share clearly fewer
# characters with a human translation than the others do (a test counts).
UNSURE: Final = 0.7  # mean probability of the tokens written
CUT_SMALL: Final = 2.5  # tokens a word


def mean_probability(probs: ArrayLike) -> float:
    """Of the tokens that were written; 1 where none was."""
    values = np.asarray(probs, dtype=np.float64)
    return float(values.mean()) if values.size else 1.0


def tokens_per_word(tokens: Sequence[str], words: Sequence[int]) -> float:
    """How small a sentence was cut: without special tokens and punctuation; 0 without words.

    `words` is the word of each token, -1 for a special one.
    """
    kept = [word for token, word in zip(tokens, words, strict=True) if word >= 0 and _counts(token)]
    return len(kept) / len(set(kept)) if kept else 0.0


def _counts(token: str) -> bool:
    letters = token.replace(WORD_START, "")
    return not letters or not all(unicodedata.category(c).startswith("P") for c in letters)
