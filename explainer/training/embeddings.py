"""The embeddings of a finished model as the beginning of another one's, however wide each is.

Shape suffixes: V vocabulary, D width there, N width here.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor

from explainer.model.kinds import Network
from explainer.model.store import CheckpointError, load_checkpoint


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
