"""What temperature, top-k and top-p do to one stored distribution, and how a number picks a token.

The searches filter with `explainer.decoding.truncation`; here the same rules are followed another
way (powers of probabilities, one sorted list), so that a page can hold both against each other.

Shape suffixes: V vocabulary, N tokens that may be written, T steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEFT, BY_K, BY_P, BY_BOTH = range(4)  # what became of a token


@dataclass(frozen=True)
class Cut:
    """One distribution after temperature and filters, from the most to the least probable token.

    Fields:
        order_N: ids of the tokens that may be written.
        shares_N: their probabilities after the temperature, sum 1.
        fate_N: LEFT, or the filter that cut the token.
        chances_N: probabilities to be drawn, sum 1, 0 where cut.
    """

    order_N: Ints
    shares_N: Floats
    fate_N: Ints
    chances_N: Floats

    @property
    def left(self) -> int:
        """How many tokens may still be drawn."""
        return int((self.fate_N == LEFT).sum())

    @property
    def mass_cut(self) -> float:
        """The probability, after the temperature, of everything that was cut."""
        return float(self.shares_N[self.fate_N != LEFT].sum())

    def by_id(self, n_vocab: int) -> Floats:
        """The chances in order of id, (V,)."""
        chances_V = np.zeros(n_vocab)
        chances_V[self.order_N] = self.chances_N
        return chances_V


def filter_probs(
    log_probs_V: Floats, temperature: float, top_k: int, top_p: float, forbidden: Sequence[int] = ()
) -> Cut:
    """p^(1/T), scaled to sum 1; then top-k and top-p look at it, each for itself.

    Tokens without any probability are left out, as are the `forbidden`. Equal probabilities: the
    lower id comes first. Temperature 0 leaves the first token alone.
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
    """Places from the largest value on, of equal ones the first first. Without equal ones there is
    one order alone, which a sort finds in a quarter of the time that a stable one takes.
    """
    order_N = np.argsort(-values_N)
    if (np.diff(values_N[order_N]) == 0).any():
        order_N = np.argsort(-values_N, kind="stable")
    return order_N


def _apply_temperature(ratios_N: Floats, temperature: float) -> Floats:
    """`ratios_N`: probabilities over the largest one, which is 1 and stands first."""
    if temperature == 0:
        return np.eye(1, len(ratios_N))[0]
    powers_N: Floats = ratios_N ** (1.0 / temperature)
    shares_N: Floats = powers_N / powers_N.sum()
    return shares_N


def entropy(probs: Floats) -> Floats:
    """-sum p log p along the last axis, in nats; a probability of 0 adds nothing."""
    safe = np.where(probs > 0, probs, 1.0)
    return np.asarray(-(probs * np.log(safe)).sum(axis=-1), dtype=np.float64)


def uniforms(seed: int, count: int) -> Floats:
    """The numbers in [0, 1) with which sampling under this seed picks at steps 1, 2, ..., (T,)."""
    generator = torch.Generator().manual_seed(seed)
    drawn = [torch.rand((), generator=generator, dtype=torch.float64).item() for _ in range(count)]
    return np.array(drawn)


@dataclass(frozen=True)
class Segment:
    """A stretch of the line from 0 to 1 on which a number picks, and of the same line before the
    filters: one token, or several (`token` -1) of small chance. `count` are those that may be
    drawn, or, where none may, all.
    """

    low: float
    high: float
    was: tuple[float, float]
    token: int
    count: int


def segments(before_V: Floats, chances_V: Floats, drawn: int, most: int) -> tuple[Segment, ...]:
    """The tokens side by side in order of id, each as wide as its probability before and as its
    chance after. The `most` widest and the `drawn` one stay alone, their neighbours are merged.
    """
    wide_V = np.maximum(before_V, chances_V)
    ids = np.flatnonzero(wide_V)
    alone_V = np.zeros(len(wide_V), dtype=bool)
    alone_V[ids[_falling(wide_V[ids])[:most]]] = True
    alone_V[drawn] = True
    alone = alone_V[ids]
    begins = np.flatnonzero(alone | np.append(True, alone[:-1]))  # at each such token, and behind
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


def leaves(ids: Sequence[int], other: Sequence[int]) -> int | None:
    """The first place where two outputs differ, from 0; None where they are the same."""
    pairs = enumerate(zip(ids, other, strict=False))
    return next((i for i, (one, two) in pairs if one != two), None)
