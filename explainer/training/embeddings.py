"""Initialise a model's embeddings from a finished model of another width or vocabulary.

Shape suffixes: V vocabulary, D width of the finished model, N width of the new one.
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


def reduce_width(matrix_VD: Tensor, width: int) -> Tensor:
    """Project embeddings onto their `width` main directions, (V, N), to preserve inner products.

    Then rotated at random, as the main directions have unequal variances and a network's dimensions
    should not, and scaled to the initial standard deviation N ** -0.5. Raises ValueError if there
    are fewer directions.
    """
    if width > min(matrix_VD.shape):
        raise ValueError(f"{tuple(matrix_VD.shape)} has no {width} directions")
    directions_DN = torch.linalg.svd(matrix_VD.double(), full_matrices=False).Vh[:width].T
    turn_NN = torch.linalg.qr(torch.randn(width, width, dtype=torch.float64)).Q
    rows_VN = matrix_VD.double() @ directions_DN @ turn_NN
    return (rows_VN / rows_VN.std() * width**-0.5).float()


def take_embeddings(folder: Path, network: Network) -> None:
    """Copy the embeddings of the model in `folder` into `network`.

    Raises CheckpointError for a vocabulary of another size or narrower embeddings.
    """
    matrix_VD = load_checkpoint(folder).network.matrix
    if matrix_VD.shape[0] != network.matrix.shape[0]:
        raise CheckpointError(f"{folder}: has {matrix_VD.shape[0]} tokens")
    try:
        rows_VN = reduce_width(matrix_VD, network.matrix.shape[1])
    except ValueError as error:
        raise CheckpointError(f"{folder}: {error}") from error
    with torch.no_grad():
        network.matrix.copy_(rows_VN)


def relatives_of_new(old: Tokenizer, new: Tokenizer) -> dict[int, list[int]]:
    """Map the id of each new token to the ids of the old tokens that contain its character."""
    if old.fingerprint == new.fingerprint:
        return {}
    tokens = [old.token(index) for index in range(old.vocab_size)]
    return {index: relatives(tokens, new.token(index)) for index in new_ids(old, new)}


def with_new_rows(
    weights: Mapping[str, Tensor], begin: Mapping[int, list[int]]
) -> dict[str, Tensor]:
    """Return the weights with each new token's row set to the mean of its relatives' rows."""
    if not begin:
        return dict(weights)
    old_VD = weights[MATRIX]
    matrix_VD = old_VD.clone()
    for index, ids in begin.items():
        matrix_VD[index] = old_VD[ids].mean(dim=0)
    return {**weights, MATRIX: matrix_VD}
