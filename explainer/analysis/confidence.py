"""Signs of an unreliable translation: improbable tokens, words split into many tokens."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from explainer.analysis.words import WORD_START

# Five of our sixty everyday sentences fall below it with ko-en, and those share clearly fewer
# characters with a human translation than the others do (checked by a test).
UNSURE: Final = 0.75  # mean probability of the output tokens
CUT_SMALL: Final = 2.5  # tokens per word


def mean_probability(probs: ArrayLike) -> float:
    """Return the mean probability of the output tokens; 1 for none."""
    values = np.asarray(probs, dtype=np.float64)
    return float(values.mean()) if values.size else 1.0


def tokens_per_word(tokens: Sequence[str], words: Sequence[int]) -> float:
    """Return the mean number of tokens per word, special tokens and punctuation excluded.

    `words` is the word index of each token, -1 for special tokens. 0 if there are no words.
    """
    counted = [
        word for token, word in zip(tokens, words, strict=True) if word >= 0 and _counts(token)
    ]
    return len(counted) / len(set(counted)) if counted else 0.0


def _counts(token: str) -> bool:
    letters = token.replace(WORD_START, "")
    return not letters or not all(unicodedata.category(c).startswith("P") for c in letters)
