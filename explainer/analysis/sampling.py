"""Temperature, top-k and top-p filtering of one distribution, and sampling from it by one number.

Decoding filters with `explainer.decoding.truncation`; this is an independent implementation
(powers of probabilities, one sorted list), so that a page can compare the two.

Shape suffixes: V vocabulary, N tokens allowed as output, T steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEFT, BY_K, BY_P, BY_BOTH = range(4)  # kept, or cut by top-k, top-p or both


@dataclass(frozen=True)
class Cut:
    """One distribution after temperature and filters, most probable token first.

    Fields:
        order_N: ids of the tokens allowed as output.
        shares_N: their probabilities after temperature, sum 1.
        fate_N: LEFT, or the filter that cut the token.
        chances_N: sampling probabilities, sum 1, 0 where cut.
    """

    order_N: Ints
    shares_N: Floats
    fate_N: Ints
    chances_N: Floats

    @property
    def left(self) -> int:
        """Number of tokens that can be sampled."""
        return int((self.fate_N == LEFT).sum())

    @property
    def mass_cut(self) -> float:
        """Total probability (after temperature) of the tokens cut."""
        return float(self.shares_N[self.fate_N != LEFT].sum())

    def by_id(self, n_vocab: int) -> Floats:
        """Return the sampling probabilities by id, (V,)."""
        chances_V = np.zeros(n_vocab)
        chances_V[self.order_N] = self.chances_N
        return chances_V


def filter_probs(
    log_probs_V: Floats, temperature: float, top_k: int, top_p: float, forbidden: Sequence[int] = ()
) -> Cut:
    """Compute p^(1/T), normalised, then apply top-k and top-p independently.

    Tokens with probability 0 and those in `forbidden` are left out. Ties are broken by lower id.
    Temperature 0 keeps the first token only.
    """
    allowed_V = np.array(log_probs_V, dtype=np.float64)
    allowed_V[list(forbidden)] = -np.inf
    ids_N = np.flatnonzero(np.isfinite(allowed_V))
    order_N = ids_N[_falling(allowed_V[ids_N])]
    shares_N = _apply_temperature(np.exp(allowed_V[order_N] - allowed_V[order_N[:1]]), temperature)
    rank_N = np.arange(len(order_N))
    before_N = np.concatenate([[0.0], np.cumsum(shares_N)[:-1]])
    past_k = (rank_N >= top_k) & (top_k > 0)
    past_p = ((before_N >= top_p) & (top_p < 1)) | (shares_N == 0)
    fate_N = np.where(past_k, BY_K, LEFT) + np.where(past_p, BY_P, LEFT)
    chances_N = np.where(fate_N == LEFT, shares_N, 0.0)
    return Cut(order_N, shares_N, fate_N, chances_N / chances_N.sum())


def _falling(values_N: Floats) -> Ints:
    """Return a stable descending argsort.

    Without ties a plain sort gives the same order in a quarter of the time of a stable one.
    """
    order_N = np.argsort(-values_N)
    if (np.diff(values_N[order_N]) == 0).any():
        order_N = np.argsort(-values_N, kind="stable")
    return order_N


def _apply_temperature(ratios_N: Floats, temperature: float) -> Floats:
    """Apply temperature to `ratios_N`, probabilities divided by the largest, which comes first."""
    if temperature == 0:
        return np.eye(1, len(ratios_N))[0]
    powers_N: Floats = ratios_N ** (1.0 / temperature)
    shares_N: Floats = powers_N / powers_N.sum()
    return shares_N


def entropy(probs: Floats) -> Floats:
    """Return the entropy -sum p log p along the last axis, in nats, with 0 log 0 = 0."""
    safe = np.where(probs > 0, probs, 1.0)
    return np.asarray(-(probs * np.log(safe)).sum(axis=-1), dtype=np.float64)


def uniforms(seed: int, count: int) -> Floats:
    """Return the random numbers in [0, 1) that sampling with this seed uses, (T,)."""
    generator = torch.Generator().manual_seed(seed)
    drawn = [torch.rand((), generator=generator, dtype=torch.float64).item() for _ in range(count)]
    return np.array(drawn)


@dataclass(frozen=True)
class Segment:
    """An interval of the cumulative distribution in which a random number picks its token(s).

    `low` to `high` after the filters, `was` before them. `token` is -1 for several tokens of small
    probability merged. `count` is the number of tokens that can be sampled, or of all if none can.
    """

    low: float
    high: float
    was: tuple[float, float]
    token: int
    count: int


def segments(before_V: Floats, chances_V: Floats, most: int) -> tuple[Segment, ...]:
    """Split the cumulative distribution, largest first, into segments before and after filtering.

    The `most` probable tokens get their own segments. Others are merged, those that can be sampled
    apart from those that cannot.
    """
    ids = np.flatnonzero(np.maximum(before_V, chances_V))
    cut = chances_V[ids] == 0
    order = np.lexsort((ids, np.where(cut, -before_V[ids], 0.0), -chances_V[ids]))
    ids, cut = ids[order], cut[order]
    alone = np.arange(len(ids)) < most
    # At such a token, after it, and where the cut begins.
    begins = np.flatnonzero(alone | np.append(True, alone[:-1]) | (np.diff(cut, prepend=False)))
    was, now = (
        np.cumsum(np.append(0.0, np.add.reduceat(probs_V[ids], begins)))
        for probs_V in (before_V, chances_V)
    )
    was, now = (was / was[-1]).tolist(), (now / now[-1]).tolist()
    tokens = np.where(alone[begins], ids[begins], -1).tolist()
    sizes = np.diff(np.append(begins, len(ids)))
    drawable = np.add.reduceat((chances_V[ids] > 0).astype(np.int64), begins)
    counts = np.where(drawable > 0, drawable, sizes).tolist()
    return tuple(
        Segment(now[i], now[i + 1], (was[i], was[i + 1]), token, count)
        for i, (token, count) in enumerate(zip(tokens, counts, strict=True))
    )


def first_difference(ids: Sequence[int], other: Sequence[int]) -> int | None:
    """Return the first position (from 0) where two outputs differ; None if there is none."""
    pairs = enumerate(zip(ids, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), None)
