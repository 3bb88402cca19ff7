"""Seven positional encodings for attention, on small random matrices, in float64.

Each function maps token vectors (S, D) and the random `Parts` to the scores before the softmax
(S, S). Trained tables are random here, so the result shows what the form of a method alone does
with distance, before training.

Shape suffixes: S tokens, D channels, F pairs of channels or Fourier features.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.positions import Floats, rates, table

WIDTH = 8  # channels of the small vectors
HIDDEN = 16  # hidden width of the network on top of the Fourier features

# Perplexity per token and BLEU on newstest2013, English to German: Vaswani et al. 2017
# (arXiv:1706.03762), table 3, row "base" and row (E), "positional embedding instead of sinusoids".
PUBLISHED: Final = {"sinusoidal": (4.92, 25.8), "learned": (4.92, 25.7)}


@dataclass(frozen=True)
class Parts:
    """Random stand-ins for trained parameters, and two settings of the reader.

    `reach` is Shaw's clipping distance k. `scale` is the gamma of the Fourier features: positions
    closer than it are similar.
    """

    query_DD: Floats
    key_DD: Floats
    position_query_DD: Floats
    position_key_DD: Floats
    learned_SD: Floats
    relative_RD: Floats
    frequencies_F: Floats
    inner: tuple[Floats, Floats]
    outer: tuple[Floats, Floats]
    reach: int
    scale: float


def make_parts(length: int, seed: int, reach: int, scale: float) -> Parts:
    """Draw random parts by seed. Position vectors have the paper's squared norm d/2 on average."""
    rng = np.random.default_rng(seed)

    def matrix(rows: int, columns: int) -> Floats:
        return rng.standard_normal((rows, columns)) / math.sqrt(rows)

    query, key, position_query, position_key = (matrix(WIDTH, WIDTH) for _ in range(4))
    frequencies = rng.standard_normal(WIDTH // 2) / scale
    inner = matrix(WIDTH, HIDDEN), 0.1 * rng.standard_normal(HIDDEN)
    outer = matrix(HIDDEN, WIDTH) * math.sqrt(WIDTH), 0.1 * rng.standard_normal(WIDTH)
    relative = rng.standard_normal((2 * reach + 1, WIDTH)) * math.sqrt(0.5)
    learned = rng.standard_normal((length, WIDTH)) * math.sqrt(0.5)
    return Parts(
        query,
        key,
        position_query,
        position_key,
        learned,
        relative,
        frequencies,
        inner,
        outer,
        reach,
        scale,
    )


def small_vectors(tokens_SD: NDArray[np.floating], seed: int) -> Floats:
    """Project embeddings at random to WIDTH channels with mean square 1/2.

    A random projection roughly preserves similarities (Johnson and Lindenstrauss 1984).
    """
    rng = np.random.default_rng([seed, 1])
    tokens = tokens_SD.astype(np.float64)
    small = tokens @ rng.standard_normal((tokens.shape[1], WIDTH))
    return small * math.sqrt(0.5 / max(1e-12, float((small**2).mean())))


def none(x_SD: Floats, parts: Parts) -> Floats:
    """No positions: equal tokens have equal queries and keys at every position."""
    q_SD, k_SD = x_SD @ parts.query_DD, x_SD @ parts.key_DD
    return q_SD @ k_SD.T / math.sqrt(WIDTH)


def sinusoidal(x_SD: Floats, parts: Parts) -> Floats:
    """Sinusoids added to the tokens (Vaswani et al. 2017, section 3.5)."""
    return none(x_SD + table(len(x_SD), WIDTH), parts)


def learned_vectors(x_SD: Floats, parts: Parts) -> Floats:
    """One trained vector per position, added to the tokens (Gehring et al. 2017, section 3.1)."""
    return none(x_SD + parts.learned_SD, parts)


def shaw(x_SD: Floats, parts: Parts) -> Floats:
    """Relative positions: q_i . (k_j + a[j - i]), distances clipped (Shaw et al. 2018, eq. 4)."""
    q_SD, k_SD = x_SD @ parts.query_DD, x_SD @ parts.key_DD
    positions = np.arange(len(x_SD))
    steps_SS = np.clip(positions[None, :] - positions[:, None], -parts.reach, parts.reach)
    keys_SSD = k_SD[None, :, :] + parts.relative_RD[steps_SS + parts.reach]
    return np.einsum("id,ijd->ij", q_SD, keys_SSD) / math.sqrt(WIDTH)


def rotary(x_SD: Floats, parts: Parts) -> Floats:
    """Rotary embedding: q and k rotated by their positions (Su et al. 2021, section 3.2.2)."""
    q_SD, k_SD = x_SD @ parts.query_DD, x_SD @ parts.key_DD
    positions = np.arange(len(x_SD))
    return turned(q_SD, positions) @ turned(k_SD, positions).T / math.sqrt(WIDTH)


def turned(x_SD: Floats, places: NDArray[np.integer]) -> Floats:
    """Rotate every pair of channels (2i, 2i+1) by position * rate_i."""
    angles_SF = np.outer(places, rates(x_SD.shape[1]))
    sin, cos = np.sin(angles_SF), np.cos(angles_SF)
    first, second = x_SD[:, 0::2], x_SD[:, 1::2]
    out = np.empty_like(x_SD)
    out[:, 0::2] = first * cos - second * sin
    out[:, 1::2] = first * sin + second * cos
    return out


def fourier(x_SD: Floats, parts: Parts) -> Floats:
    """Fourier features through a small MLP, added to the tokens (Li et al. 2021, section 3)."""
    features_SF = fourier_features(len(x_SD), parts)
    (w1, b1), (w2, b2) = parts.inner, parts.outer
    return none(x_SD + gelu(features_SF @ w1 + b1) @ w2 + b2, parts)


def fourier_features(length: int, parts: Parts) -> Floats:
    """Return [cos(pos w), sin(pos w)] / sqrt(2F), trained frequencies w (their eq. 2), (S, 2F)."""
    angles_SF = np.outer(np.arange(length), parts.frequencies_F)
    features = np.concatenate((np.cos(angles_SF), np.sin(angles_SF)), axis=1)
    return features / math.sqrt(features.shape[1])


def gelu(x: Floats) -> Floats:
    """Exact GELU: x Phi(x) (Hendrycks and Gimpel 2016)."""
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def concatenated(x_SD: Floats, parts: Parts) -> Floats:
    """Return the scores of token and position vectors, concatenated, with rows of their own."""
    both_S2D = np.concatenate((x_SD, table(len(x_SD), WIDTH)), axis=1)
    query_2DD = np.concatenate((parts.query_DD, parts.position_query_DD))
    key_2DD = np.concatenate((parts.key_DD, parts.position_key_DD))
    return (both_S2D @ query_2DD) @ (both_S2D @ key_2DD).T / math.sqrt(WIDTH)


METHODS: dict[str, Callable[[Floats, Parts], Floats]] = {
    "sinusoidal": sinusoidal,
    "learned": learned_vectors,
    "shaw": shaw,
    "rotary": rotary,
    "fourier": fourier,
    "concatenated": concatenated,
    "none": none,
}


def trained_numbers(method: str, parts: Parts) -> int:
    """Count the parameters the method would have to learn at the sizes used here."""
    sizes = {
        "learned": parts.learned_SD.size,
        "shaw": parts.relative_RD.size,
        "fourier": parts.frequencies_F.size + sum(p.size for p in (*parts.inner, *parts.outer)),
        "concatenated": parts.position_query_DD.size + parts.position_key_DD.size,
    }
    return sizes.get(method, 0)


def same_token(x_SD: Floats) -> Floats:
    """Repeat the first token at every position, so that only positions differ."""
    return np.repeat(x_SD[:1], len(x_SD), axis=0)
