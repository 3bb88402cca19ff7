"""Embedding matrix: look-up as a product, nearest neighbours, principal components, norms.

Shape suffixes: V vocabulary, D d_model, N points, C components.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.ranking import largest

Floats = NDArray[np.floating]
Measure = Literal["cosine", "dot"]


@dataclass(frozen=True)
class LookUp:
    """An embedding look-up: `product` (D,) is one-hot times matrix, `row` (D,) the row itself."""

    product: NDArray[np.float32]
    row: NDArray[np.float32]

    @property
    def difference(self) -> float:
        """Largest absolute difference of the two; 0, since a look-up is exact."""
        return float(np.abs(self.product - self.row).max())


def look_up(matrix_VD: NDArray[np.float32], index: int) -> LookUp:
    """Multiply a one-hot row (1 at `index`) by the matrix. Raises IndexError for an unknown id."""
    if not 0 <= index < len(matrix_VD):
        raise IndexError(f"id {index} is outside a vocabulary of {len(matrix_VD)}")
    one_hot_V = np.zeros(len(matrix_VD), dtype=np.float32)
    one_hot_V[index] = 1.0
    return LookUp(one_hot_V @ matrix_VD, matrix_VD[index])


def norms(vectors_ND: Floats) -> NDArray[np.float64]:
    """Return the Euclidean norms (N,)."""
    return np.linalg.norm(np.asarray(vectors_ND, dtype=np.float64), axis=-1)


def similarities(
    matrix_VD: Floats, vector_D: Floats, measure: Measure = "cosine"
) -> NDArray[np.float64]:
    """Return every row's cosine or dot product (V,) with a vector; the cosine of zero is 0."""
    dots_V = np.asarray(matrix_VD @ vector_D, dtype=np.float64)
    if measure == "dot":
        return dots_V
    lengths_V = norms(matrix_VD) * float(norms(vector_D))
    return np.divide(dots_V, lengths_V, out=np.zeros_like(dots_V), where=lengths_V > 0)


def nearest(values_V: Floats, count: int, without: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the ids of the `count` largest values, largest first, ties by id, except `without`."""
    left_out = set(without)
    ids = largest(np.asarray(values_V), count + len(left_out)).tolist()
    return tuple(index for index in ids if index not in left_out)[:count]


@dataclass(frozen=True)
class Projection:
    """Principal components: `mean` (D,), unit `axes` (C, D) and explained variance.

    `shares` (C,) are fractions of the total variance. The largest entry of each axis is made
    positive, so that the same matrix always gives the same picture.
    """

    mean: NDArray[np.float64]
    axes: NDArray[np.float64]
    shares: NDArray[np.float64]

    def place(self, vectors_ND: Floats) -> NDArray[np.float64]:
        """Project vectors onto the axes, (N, C)."""
        return np.asarray((vectors_ND - self.mean) @ self.axes.T)


def principal_components(vectors_ND: Floats, count: int) -> Projection:
    """Return the `count` directions of largest variance (PCA).

    Returns fewer if there are fewer points or dimensions. Raises ValueError for fewer than two
    points.
    """
    if len(vectors_ND) < 2:
        raise ValueError("principal components need at least two points")
    vectors = np.asarray(vectors_ND, dtype=np.float64)
    mean = vectors.mean(axis=0)
    centred = vectors - mean
    # Eigenvectors of the (D, D) scatter matrix: exact enough, far cheaper than an SVD of V rows.
    if len(vectors) > vectors.shape[1]:
        squares, vectors_DD = np.linalg.eigh(centred.T @ centred)
        axes, variances = vectors_DD[:, ::-1].T, np.clip(squares[::-1], 0.0, None)
    else:
        _, singular, axes = np.linalg.svd(centred, full_matrices=False)
        variances = singular**2
    axes = axes[:count]
    strongest = np.abs(axes).argmax(axis=1)
    axes = axes * np.sign(axes[np.arange(len(axes)), strongest])[:, None]
    return Projection(mean, axes, variances[:count] / max(float(variances.sum()), 1e-300))


def closest_points(place_NC: Floats, point: int, count: int) -> tuple[int, ...]:
    """Return the `count` points closest to `point` among coordinates (N, C), closest first."""
    distances = norms(np.asarray(place_NC) - np.asarray(place_NC)[point])
    return nearest(-distances, count, without=(point,))


@dataclass(frozen=True)
class Lengths:
    """Norms (N,) of token embeddings, of embeddings times sqrt(d_model), and of positions."""

    plain: NDArray[np.float64]
    scaled: NDArray[np.float64]
    positions: NDArray[np.float64]
    factor: float
    cosine_plain: float  # mean cosine between an embedding and its sum with the position, without
    cosine_scaled: float  # and with the factor

    @property
    def ratio_plain(self) -> float:
        """Mean ratio of the norms of a position and an embedding without the factor."""
        return float((self.positions / self.plain).mean())

    @property
    def ratio_scaled(self) -> float:
        """Mean ratio of the norms of a position and an embedding with the factor."""
        return float((self.positions / self.scaled).mean())


def lengths(matrix_VD: Floats, ids: Sequence[int], positions_ND: Floats) -> Lengths:
    """Measure the effect of the factor sqrt(d_model) (arXiv:1706.03762, section 3.4)."""
    factor = math.sqrt(matrix_VD.shape[1])
    rows_ND = np.asarray(matrix_VD[list(ids)], dtype=np.float64)
    plain = norms(rows_ND)

    def cosine(scale: float) -> float:
        sums_ND = scale * rows_ND + positions_ND
        cosines_N = (rows_ND * sums_ND).sum(axis=-1) / (plain * norms(sums_ND))
        return float(cosines_N.mean())

    return Lengths(plain, factor * plain, norms(positions_ND), factor, cosine(1.0), cosine(factor))


@dataclass(frozen=True)
class Tying:
    """Parameter counts with tied embeddings (one matrix for three uses) and without."""

    matrix: int
    model: int

    @property
    def saving(self) -> int:
        """Number of parameters that tying saves."""
        return 2 * self.matrix

    @property
    def untied(self) -> int:
        """Parameter count of the same model without tying."""
        return self.model + self.saving


def tying_differences(
    matrix_VD: NDArray[np.float32],
    source: tuple[Sequence[int], Floats],
    target: tuple[Sequence[int], Floats],
    output: tuple[Floats, Floats],
) -> tuple[float, float, float]:
    """Recompute encoder and decoder embeddings and logits from one matrix; return max |difference|.

    `source` and `target` are the ids and the recorded sqrt(d_model) E[id] of encoder and decoder,
    `output` the decoder's final states (T, D) and the recorded logits (T, V).
    """
    factor = math.sqrt(matrix_VD.shape[1])

    def difference(ids: Sequence[int], recorded: Floats) -> float:
        rows = np.asarray(matrix_VD[list(ids)], dtype=np.float64)
        return float(np.abs(factor * rows - recorded).max())

    vectors_TD, logits_TV = output
    again_TV = vectors_TD @ matrix_VD.T
    return difference(*source), difference(*target), float(np.abs(again_TV - logits_TV).max())
