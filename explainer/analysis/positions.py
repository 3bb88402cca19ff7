"""Sinusoidal positional encoding and its properties, in float64 (arXiv:1706.03762, section 3.5).

    PE[pos, 2i] = sin(pos * rate_i),  PE[pos, 2i+1] = cos(pos * rate_i),  rate_i = base^(-2i/d)

Implemented independently of the model's own code, so that the two can be compared.

Shape suffixes: L positions, D channels, F pairs of channels (F = D / 2), N positions of a Fourier
transform, M chosen frequencies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BASE = 10000.0


def rates(d_model: int, base: float = BASE) -> Floats:
    """Return each pair's radians per position, (F,). Raises ValueError for an odd width."""
    if d_model < 2 or d_model % 2:
        raise ValueError(f"d_model {d_model} must be even: sine and cosine come in pairs")
    return base ** -(np.arange(0, d_model, 2, dtype=np.float64) / d_model)


def table(length: int, d_model: int, base: float = BASE) -> Floats:
    """Return the paper's encoding, sine and cosine interleaved, (L, D)."""
    angles_LF = np.outer(np.arange(length), rates(d_model, base))
    return _interleave(angles_LF)


def misprinted_encoding(length: int, d_model: int, base: float = BASE) -> Floats:
    """Return a common misprint, sin((pos / base)^(2i/d)), with the position in the power too."""
    return _interleave(mistaken_angles(length, d_model, base))


def mistaken_angles(length: int, d_model: int, base: float = BASE) -> Floats:
    """Return the misprint's angles (pos / base)^(2i/d) in radians, (L, F)."""
    exponents_F = np.arange(0, d_model, 2, dtype=np.float64) / d_model
    shares_L1 = np.arange(length, dtype=np.float64)[:, None] / base
    return shares_L1**exponents_F


def _interleave(angles_LF: Floats) -> Floats:
    """Put sin and cos of every angle into neighbouring channels."""
    pairs_LF2 = np.stack((np.sin(angles_LF), np.cos(angles_LF)), axis=-1)
    return pairs_LF2.reshape(len(angles_LF), -1)


def wavelengths(d_model: int, base: float = BASE) -> Floats:
    """Return each pair's wavelength in positions, (F,): 2 pi, growing by base^(2/d) per pair."""
    return 2 * np.pi / rates(d_model, base)


@dataclass(frozen=True)
class Distances:
    """Dot products between positions by distance.

    `steps` are -(L-1)..L-1; `mean` the mean dot product at that distance and `spread` the largest
    minus the smallest.
    """

    steps: Ints
    mean: Floats
    spread: Floats

    @property
    def largest_spread(self) -> float:
        """0 if the dot product depends on the distance only."""
        return float(self.spread.max())


def by_distance(scores_LL: Floats) -> Distances:
    """Return mean and spread of the cells (row, column) of a square map for each column - row."""
    length = len(scores_LL)
    steps = np.arange(-(length - 1), length)
    diagonals = [np.diagonal(scores_LL, offset=int(step)) for step in steps]
    mean = np.array([diagonal.mean() for diagonal in diagonals])
    spread = np.array([np.ptp(diagonal) for diagonal in diagonals])
    return Distances(steps, mean, spread)


def dot_at_distance(step: int, d_model: int, base: float = BASE) -> float:
    """Return the dot product of two positions `step` apart: sum_i cos(step * rate_i)."""
    return float(np.cos(step * rates(d_model, base)).sum())


def norm_deviation(table_LD: Floats) -> float:
    """Return max | |PE[pos]|^2 - d/2 |; 0, as every pair has sin^2 + cos^2 = 1."""
    return float(np.abs((table_LD**2).sum(axis=1) - table_LD.shape[1] / 2).max())


def rotation(step: int, d_model: int, base: float = BASE) -> Floats:
    """Return R (D, D), block-diagonal, 2 x 2, with PE[pos + step] = R PE[pos] for every pos."""
    turned_F = step * rates(d_model, base)
    matrix_DD = np.zeros((d_model, d_model))
    even = np.arange(0, d_model, 2)
    matrix_DD[even, even] = matrix_DD[even + 1, even + 1] = np.cos(turned_F)
    matrix_DD[even, even + 1] = np.sin(turned_F)
    matrix_DD[even + 1, even] = -np.sin(turned_F)
    return matrix_DD


def rotation_difference(step: int, length: int, d_model: int, base: float = BASE) -> float:
    """Return max |PE[pos + step] - R PE[pos]| over channels and the first `length` positions."""
    longer = table(length + step, d_model, base)
    turned = longer[:length] @ rotation(step, d_model, base).T
    return float(np.abs(longer[step:] - turned).max())


@dataclass(frozen=True)
class Counter:
    """Binary digits of the positions and the signs of the closest sine waves.

    `bits` (L, columns) are 0 and 1, least significant first; `signs` (L, columns) are -1 and +1,
    the signs of sin in the pairs `pairs`; `agree` is the share of positions where 1 meets minus or
    0 meets plus.
    """

    bits: Ints
    signs: Ints
    periods: Ints
    pairs: Ints
    wavelengths: Floats
    agree: Floats


def counter(length: int, d_model: int, base: float = BASE) -> Counter:
    """Match digits of period 2, 4, 8, ... to the pairs with the closest wavelength (by ratio)."""
    columns = max(1, int(np.ceil(np.log2(length))))
    positions = np.arange(length)
    periods = 2 ** np.arange(1, columns + 1)
    bits = (positions[:, None] >> np.arange(columns)) & 1
    waves = wavelengths(d_model, base)
    pairs = np.abs(np.log(waves)[None, :] - np.log(periods)[:, None]).argmin(axis=1)
    signs = np.where(np.sin(np.outer(positions, rates(d_model, base)[pairs])) < 0, -1, 1)
    agree = ((bits == 1) == (signs < 0)).mean(axis=0)
    return Counter(bits, signs, periods, pairs, waves[pairs], agree)


def one_hot(position: int, length: int) -> Floats:
    """Return a one-hot vector (N,)."""
    return np.eye(length)[position]


def transform(signal_N: Floats, rates_M: Floats) -> Floats:
    """Fourier transform at any rates: (sum x_n cos(rate n), sum x_n sin(rate n)), (M, 2)."""
    angles_MN = np.outer(rates_M, np.arange(len(signal_N)))
    return np.stack((np.cos(angles_MN) @ signal_N, np.sin(angles_MN) @ signal_N), axis=1)


def block_order(d_model: int) -> Ints:
    """Return the permutation (D,) from interleaved to block order: all sines, then all cosines."""
    return np.concatenate((np.arange(0, d_model, 2), np.arange(1, d_model, 2)))


def row_differences(first_SD: NDArray[np.floating], second_SD: NDArray[np.floating]) -> Floats:
    """Return |a - b| / |b| of every row, (S,): 0 for equal rows, about 1.4 for unrelated ones."""
    a, b = first_SD.astype(np.float64), second_SD.astype(np.float64)
    return np.linalg.norm(a - b, axis=1) / np.linalg.norm(b, axis=1)
