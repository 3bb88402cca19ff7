"""n-gram language models over tokens: unigram, bigram and trigram, smoothed or not.

Jurafsky and Martin, Speech and Language Processing (3rd edition draft), chapter 3: relative
frequencies, add-k, and interpolation (Jelinek and Mercer 1980) with weights fitted by EM.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from explainer.model.ids import BOS

Smoothing = Literal["none", "add_k", "interpolated"]
Ids = Sequence[int]
Whole = NDArray[np.int64]
Counted = NDArray[np.unsignedinteger[Any]]
Floats = NDArray[np.float64]

ORDERS: Final = (1, 2, 3)
SMOOTHINGS: Final[tuple[Smoothing, ...]] = ("none", "add_k", "interpolated")
FILE: Final = "ngrams.npz"
ROUNDS: Final = 50  # EM iterations; the weights converge long before
LEAST: Final = 1e-4  # minimum weight of the uniform distribution, for unseen tokens


@dataclass(frozen=True)
class Table:
    """Counts of the n-grams of one order and of their histories, by sorted key.

    A key is the n token ids as the digits of a number in base `vocabulary`. There are hundreds of
    thousands, most with small counts, so counts use the narrowest integer type that fits.
    """

    keys: Whole
    counts: Counted
    histories: Whole
    sums: Counted

    def count(self, wanted: Whole) -> Whole:
        """Return the counts of these n-gram keys, 0 for unseen ones."""
        return _at(self.keys, self.counts, wanted)

    def followed(self, histories: Whole) -> Whole:
        """Return how often each history occurs before any token."""
        return _at(self.histories, self.sums, histories)


def _at(keys: Whole, values: Counted, wanted: Whole) -> Whole:
    indices = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[indices] == wanted, values[indices], 0).astype(np.int64)


@dataclass(frozen=True)
class Counts:
    """n-gram counts of a model's training sentences, and interpolation weights.

    Sentences end with EOS and are padded with n - 1 BOS at the start. `weights` (3, 4): for the
    mixture up to each order, the weights of uniform, unigram, bigram, trigram. `held_out` (3,) is
    the perplexity of those mixtures on `held_out_tokens` tokens that were not counted.
    """

    vocabulary: int
    sentences: int
    tables: tuple[Table, ...]
    weights: Floats
    held_out: Floats
    held_out_tokens: int

    @property
    def tokens(self) -> int:
        """Number of tokens counted."""
        return int(self.tables[0].counts.sum())

    def counts_of(self, ids: Ids, n: int) -> tuple[Whole, Whole]:
        """Return the counts of the n-gram ending at each token and of its history, both (T,)."""
        keys = keys_of(ids, n, self.vocabulary)
        table = self.tables[n - 1]
        return table.count(keys), table.followed(keys // self.vocabulary)


def keys_of(ids: Ids, n: int, vocabulary: int) -> Whole:
    """Return the key of the n-gram that ends at each token of a sentence, (T,)."""
    padded = np.array([*[BOS] * (n - 1), *ids], dtype=np.int64)
    keys = np.zeros(len(ids), dtype=np.int64)
    for column in np.lib.stride_tricks.sliding_window_view(padded, n).T:
        keys = keys * vocabulary + column
    return keys


def table_of(keys: Whole, counts: Whole, vocabulary: int) -> Table:
    """Build a table; `keys` must be sorted and unique."""
    histories, starts = np.unique(keys // vocabulary, return_index=True)
    return Table(keys, _narrow(counts), histories, _narrow(np.add.reduceat(counts, starts)))


def _narrow(counts: Whole) -> Counted:
    return counts.astype(np.min_scalar_type(counts.max()))


def probabilities(
    counts: Counts, ids: Ids, n: int, smoothing: Smoothing = "none", k: float = 1.0
) -> Floats:
    """Return p of every token of a sentence given the n - 1 tokens before it, (T,).

    "none": count of the n-gram / count of its history, 0 for an unseen history; "add_k": k added
    to the count of every token; "interpolated": a mixture of all orders up to n.
    """
    if smoothing == "interpolated":
        probs: Floats = counts.weights[n - 1, : n + 1] @ parts(counts, ids, n)
        return probs
    seen, before = (one.astype(np.float64) for one in counts.counts_of(ids, n))
    if smoothing == "add_k":
        return (seen + k) / (before + k * counts.vocabulary)
    return np.divide(seen, before, out=np.zeros(len(seen)), where=before > 0)


def parts(counts: Counts, ids: Ids, n: int) -> Floats:
    """Return the components of a mixture: uniform, unigram, ... up to order n, (n + 1, T)."""
    uniform = np.full(len(ids), 1 / counts.vocabulary)
    return np.stack([uniform, *(probabilities(counts, ids, order) for order in ORDERS[:n])])


def fit_weights(held_out: Floats) -> Floats:
    """Fit mixture weights (P,) by EM to maximise the likelihood of `held_out` (P, T).

    The weight of the uniform distribution, the first, is at least LEAST.
    """
    weights = np.full(len(held_out), 1 / len(held_out))
    for _ in range(ROUNDS):
        shares = weights[:, None] * held_out
        weights = (shares / shares.sum(axis=0)).mean(axis=1)
    weights[0] = max(weights[0], LEAST)
    return weights / weights.sum()


def count_grams(sentences: Sequence[Ids], vocabulary: int, held_out: Sequence[Ids]) -> Counts:
    """Count n-grams in `sentences` and fit the mixtures on `held_out`; all end with EOS."""
    tables = []
    for n in ORDERS:
        keys = np.concatenate([keys_of(ids, n, vocabulary) for ids in sentences])
        tables.append(table_of(*np.unique(keys, return_counts=True), vocabulary))
    weights, perplexities = np.zeros((3, 4)), np.zeros(3)
    counts = Counts(vocabulary, len(sentences), tuple(tables), weights, perplexities, 0)
    for n in ORDERS:
        mixed = np.concatenate([parts(counts, ids, n) for ids in held_out], axis=1)
        weights[n - 1, : n + 1] = fit_weights(mixed)
        perplexities[n - 1] = np.exp(-np.log(weights[n - 1, : n + 1] @ mixed).mean())
    tokens = sum(map(len, held_out))
    return Counts(vocabulary, len(sentences), tuple(tables), weights, perplexities, tokens)


def _planes(values: Whole) -> NDArray[np.uint8]:
    """Split integers into byte planes, lowest byte first: high planes are mostly 0 and compress."""
    planes = np.ascontiguousarray(values.astype("<i8").view(np.uint8).reshape(-1, 8).T)
    used = max((i + 1 for i, plane in enumerate(planes) if plane.any()), default=1)
    return planes[:used]


def _whole(planes: NDArray[np.uint8]) -> Whole:
    full = np.zeros((planes.shape[1], 8), dtype=np.uint8)
    full[:, : len(planes)] = planes.T
    return full.reshape(-1).view("<i8").astype(np.int64)


def to_bytes(counts: Counts) -> bytes:
    """Serialise to a compressed .npz: numbers only, no text."""
    arrays: dict[str, Any] = {
        "sizes": np.array([counts.vocabulary, counts.sentences, counts.held_out_tokens]),
        "weights": counts.weights,
        "held_out": counts.held_out,
    }
    for n, table in zip(ORDERS, counts.tables, strict=True):
        arrays[f"gaps{n}"] = _planes(np.diff(table.keys, prepend=0))
        arrays[f"counts{n}"] = _planes(table.counts.astype(np.int64))
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


@lru_cache(maxsize=2)
def _read(path: Path, changed: int) -> Counts:
    """Load a counts file; `changed`, its mtime, is part of the cache key."""
    with np.load(path) as stored:
        vocabulary, sentences, tokens = (int(size) for size in stored["sizes"])
        tables = tuple(
            table_of(
                np.cumsum(_whole(stored[f"gaps{n}"])), _whole(stored[f"counts{n}"]), vocabulary
            )
            for n in ORDERS
        )
        weights, held_out = stored["weights"], stored["held_out"]
    return Counts(vocabulary, sentences, tables, weights, held_out, tokens)


def load_counts(folder: Path) -> Counts | None:
    """Load the counts stored beside a model's weights; None if absent. ValueError if damaged."""
    path = folder / FILE
    return _read(path, path.stat().st_mtime_ns) if path.is_file() else None
