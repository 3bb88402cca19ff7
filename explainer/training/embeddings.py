"""The embeddings of a finished model as the beginning of another one's: of another width, or with
tokens that the finished model does not have.

Shape suffixes: V vocabulary, D width there, N width here.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor

from explainer.model.kinds import Network
from explainer.model.store import CheckpointError, load_checkpoint
from explainer.tokenizer import Tokenizer
from explainer.tokenizer.alphabet import new_ids, relatives

MATRIX = "matrix"  # embeddings of both sides and the projection to the vocabulary


def narrowed(matrix_VD: Tensor, width: int) -> Tensor:
    """The rows in their `width` main directions, (V, N): inner products change as little as can be.

    Turned at random, for the main directions have unequal shares and a network's dimensions should
    not, and scaled to the standard deviation N ** -0.5 that a matrix begins with. Raises ValueError
    where there are fewer directions than that.
    """
    if width > min(matrix_VD.shape):
        raise ValueError(f"{tuple(matrix_VD.shape)} has no {width} directions")
    directions_DN = torch.linalg.svd(matrix_VD.double(), full_matrices=False).Vh[:width].T
    turn_NN = torch.linalg.qr(torch.randn(width, width, dtype=torch.float64)).Q
    rows_VN = matrix_VD.double() @ directions_DN @ turn_NN
    return (rows_VN / rows_VN.std() * width**-0.5).float()


def take_embeddings(folder: Path, network: Network) -> None:
    """Raises CheckpointError for a model with other tokens, or with narrower embeddings."""
    matrix_VD = load_checkpoint(folder).network.matrix
    if matrix_VD.shape[0] != network.matrix.shape[0]:
        raise CheckpointError(f"{folder}: has {matrix_VD.shape[0]} tokens")
    try:
        rows_VN = narrowed(matrix_VD, network.matrix.shape[1])
    except ValueError as error:
        raise CheckpointError(f"{folder}: {error}") from error
    with torch.no_grad():
        network.matrix.copy_(rows_VN)


def beginnings(old: Tokenizer, new: Tokenizer) -> dict[int, list[int]]:
    """For each id whose token is new, the ids of the old tokens that hold its character."""
    if old.fingerprint == new.fingerprint:
        return {}
    return {index: relatives(old, new.token(index)) for index in new_ids(old, new)}


def with_beginnings(
    weights: Mapping[str, Tensor], begin: Mapping[int, list[int]]
) -> dict[str, Tensor]:
    """The weights with the rows of new tokens as the mean of their relatives' rows."""
    if not begin:
        return dict(weights)
    old_VD = weights[MATRIX]
    matrix_VD = old_VD.clone()
    for index, ids in begin.items():
        matrix_VD[index] = old_VD[ids].mean(dim=0)
    return {**weights, MATRIX: matrix_VD}
