"""What the embedding matrix says: look-up as a product, neighbours, principal components, norms.

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
    """`product` (D,) is one-hot times matrix, `row` (D,) the row itself."""

    product: NDArray[np.float32]
    row: NDArray[np.float32]

    @property
    def difference(self) -> float:
        """The largest absolute difference of the two; a look-up is exact, so it is 0."""
        return float(np.abs(self.product - self.row).max())


def look_up(matrix_VD: NDArray[np.float32], index: int) -> LookUp:
    """Multiply a one-hot row (1 at `index`) with the whole matrix. Raises IndexError outside."""
    if not 0 <= index < len(matrix_VD):
        raise IndexError(f"id {index} is outside a vocabulary of {len(matrix_VD)}")
    one_hot_V = np.zeros(len(matrix_VD), dtype=np.float32)
    one_hot_V[index] = 1.0
    return LookUp(one_hot_V @ matrix_VD, matrix_VD[index])


def norms(vectors_ND: Floats) -> NDArray[np.float64]:
    """Euclidean lengths (N,)."""
    return np.linalg.norm(np.asarray(vectors_ND, dtype=np.float64), axis=-1)


def likeness(
    matrix_VD: Floats, vector_D: Floats, measure: Measure = "cosine"
) -> NDArray[np.float64]:
    """Cosine or dot product (V,) of every row with a vector; the cosine of a zero vector is 0."""
    dots_V = np.asarray(matrix_VD @ vector_D, dtype=np.float64)
    if measure == "dot":
        return dots_V
    lengths_V = norms(matrix_VD) * float(norms(vector_D))
    return np.divide(dots_V, lengths_V, out=np.zeros_like(dots_V), where=lengths_V > 0)


def nearest(values_V: Floats, count: int, without: Sequence[int] = ()) -> tuple[int, ...]:
    """The ids of the `count` largest values, largest first, ties by id; `without` is left out."""
    left_out = set(without)
    ids = largest(np.asarray(values_V), count + len(left_out)).tolist()
    return tuple(index for index in ids if index not in left_out)[:count]


@dataclass(frozen=True)
class Projection:
    """Principal components: `mean` (D,), `axes` (C, D) of length 1, and what each explains.

    `shares` (C,) are parts of the whole variance. The sign of an axis is fixed: its largest
    entry is positive, so that the same matrix always gives the same picture.
    """

    mean: NDArray[np.float64]
    axes: NDArray[np.float64]
    shares: NDArray[np.float64]

    def place(self, vectors_ND: Floats) -> NDArray[np.float64]:
        """Coordinates (N, C)."""
        return np.asarray((vectors_ND - self.mean) @ self.axes.T)


def principal_components(vectors_ND: Floats, count: int) -> Projection:
    """The `count` directions of largest variance, by singular value decomposition.

    Fewer come back when there are fewer points or dimensions. Raises ValueError for less than
    two points.
    """
    if len(vectors_ND) < 2:
        raise ValueError("principal components need two points at least")
    vectors = np.asarray(vectors_ND, dtype=np.float64)
    mean = vectors.mean(axis=0)
    centred = vectors - mean
    # Eigenvectors of the (D, D) scatter: as exact as needed and far cheaper than the SVD of V rows.
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


def spread(total: int, count: int, first: int = 0) -> tuple[int, ...]:
    """`count` ids evenly over first..total - 1: a sample that is the same every time."""
    size = min(count, max(0, total - first))
    return tuple(first + (i * (total - first)) // size for i in range(size))


def closest_points(place_NC: Floats, point: int, count: int) -> tuple[int, ...]:
    """The `count` points nearest to `point` in a picture (N, C), nearest first."""
    distances = norms(np.asarray(place_NC) - np.asarray(place_NC)[point])
    return nearest(-distances, count, without=(point,))


@dataclass(frozen=True)
class Lengths:
    """Norms (N,) of the tokens' rows, of the rows times sqrt(d_model), and of the positions."""

    plain: NDArray[np.float64]
    scaled: NDArray[np.float64]
    positions: NDArray[np.float64]
    factor: float
    kept_plain: float  # mean cosine between a token's row and its sum with the position,
    kept_scaled: float  # without and with the factor: how much of the sum is still the token

    @property
    def ratio_plain(self) -> float:
        """How long a positional vector is against an embedding without the factor, on average."""
        return float((self.positions / self.plain).mean())

    @property
    def ratio_scaled(self) -> float:
        return float((self.positions / self.scaled).mean())


def lengths(matrix_VD: Floats, ids: Sequence[int], positions_ND: Floats) -> Lengths:
    """The sqrt(d_model) factor in numbers (section 3.4 of arXiv:1706.03762)."""
    factor = math.sqrt(matrix_VD.shape[1])
    rows_ND = np.asarray(matrix_VD[list(ids)], dtype=np.float64)
    plain = norms(rows_ND)

    def kept(scale: float) -> float:
        sums_ND = scale * rows_ND + positions_ND
        cosines_N = (rows_ND * sums_ND).sum(axis=-1) / (plain * norms(sums_ND))
        return float(cosines_N.mean())

    return Lengths(plain, factor * plain, norms(positions_ND), factor, kept(1.0), kept(factor))


@dataclass(frozen=True)
class Tying:
    """Parameters with one matrix for three jobs, and with a matrix for each."""

    matrix: int
    model: int

    @property
    def saving(self) -> int:
        return 2 * self.matrix

    @property
    def untied(self) -> int:
        return self.model + self.saving


def same_matrix(
    matrix_VD: NDArray[np.float32],
    read: tuple[Sequence[int], Floats],
    written: tuple[Sequence[int], Floats],
    output: tuple[Floats, Floats],
) -> tuple[float, float, float]:
    """Largest differences when encoder, decoder and output are recomputed from one matrix.

    `read` and `written` are the ids and the recorded sqrt(d_model) E[id] of encoder and decoder,
    `output` the decoder's last vectors (T, D) and the recorded logits (T, V).
    """
    factor = math.sqrt(matrix_VD.shape[1])

    def apart(ids: Sequence[int], seen: Floats) -> float:
        rows = np.asarray(matrix_VD[list(ids)], dtype=np.float64)
        return float(np.abs(factor * rows - seen).max())

    vectors_TD, logits_TV = output
    again_TV = vectors_TD @ matrix_VD.T
    return apart(*read), apart(*written), float(np.abs(again_TV - logits_TV).max())
