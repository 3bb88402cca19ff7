"""Top tokens of every row of a batch, ties broken by lower row, then lower id.

Only tokens that may be produced are looked at: all but PAD, UNK and BOS, which are the first
columns. So a slice without a copy does it, and the logits are read once.

Legend of the shape suffixes: R rows of the batch, V vocabulary, K tokens kept.
"""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from explainer.decoding.options import EOS, FORBIDDEN

FIRST = len(FORBIDDEN)  # column of the first token that may be produced
BLOCK = 64  # columns whose largest value is found first
MANY = 16  # rows from which that is the faster way


class Node(NamedTuple):
    """A path as a linked list: its last token, and the path before it."""

    before: "Path"
    id: int
    log_prob: float


Path = Node | None  # None is the empty path


def unroll(path: Path) -> tuple[list[int], list[float]]:
    """Return ids and log-probabilities of a path, first token first."""
    ids: list[int] = []
    log_probs: list[float] = []
    while path is not None:
        path, token, log_prob = path
        ids.append(token)
        log_probs.append(log_prob)
    return ids[::-1], log_probs[::-1]


def check_rows(log_probs_RV: Tensor, n_rows: int) -> None:
    """Raise ValueError unless the step function returned n_rows rows over a usable vocabulary."""
    shape = tuple(log_probs_RV.shape)
    if len(shape) != 2 or shape[0] != n_rows or shape[1] <= EOS + 1:
        raise ValueError(
            f"the step function returned shape {shape}; expected ({n_rows}, V) with V > {EOS + 1}"
        )


def check_log_prob(value: float) -> None:
    """Raise ValueError for NaN and +infinity, so that a diverged model does not go unnoticed."""
    if not value < math.inf:
        raise ValueError(f"the step function returned a log-probability of {value}")


def best_of_rows(log_probs_RV: Tensor, first: int = FIRST) -> tuple[list[int], list[float]]:
    """Return id and log-probability of each row's most probable token from column `first` on.

    Equal values: the lower id. One argmax, one gather, one transfer from the device.
    """
    if log_probs_RV.device.type == "cpu":
        # numpy's argmax is vectorised along a row; torch's is not.
        array = log_probs_RV.detach().numpy()
        picks = array[:, first:].argmax(axis=1) + first
        values = array[np.arange(len(picks)), picks].tolist()
        ids: list[int] = picks.tolist()
    else:
        ids, values = best_on_device(log_probs_RV, first)
    for value in values:
        check_log_prob(value)
    return ids, values


def best_on_device(log_probs_RV: Tensor, first: int) -> tuple[list[int], list[float]]:
    """Compute `best_of_rows` on the tensor's device, without the check."""
    picks_R1 = log_probs_RV[:, first:].argmax(dim=1, keepdim=True) + first
    values_R1 = log_probs_RV.gather(1, picks_R1)
    both = torch.cat((picks_R1.double(), values_R1.double()), dim=1).cpu()  # ids are exact here
    return both[:, 0].long().tolist(), both[:, 1].tolist()


def top_of_rows(log_probs_RV: Tensor, n: int) -> tuple[list[list[float]], list[list[int]]]:
    """Return log-probabilities and ids of each row's n most probable tokens, best first.

    Equal values: lower id first. Tokens of probability 0 are left out, so a row may be shorter.
    """
    found_RV = log_probs_RV[:, FIRST:]
    # One more than asked for shows whether a tie straddles the end, where topk may take either.
    n_asked = min(n + 1, found_RV.shape[1])
    values_RK, columns_RK = _largest(found_RV, n_asked)
    if log_probs_RV.device.type == "cpu":
        values = values_RK.tolist()
        ids = (columns_RK + FIRST).tolist()
    else:
        both = torch.cat((values_RK.double(), columns_RK.double() + FIRST), dim=1).cpu()
        values = both[:, :n_asked].tolist()
        ids = both[:, n_asked:].long().tolist()
    for row, row_values in enumerate(values):
        check_log_prob(row_values[0])  # NaN counts as the largest
        if row_values[-1] == -math.inf or len(set(row_values)) < n_asked:
            values[row], ids[row] = _break_ties(found_RV[row], row_values, ids[row])
    if n_asked > n:
        values = [row_values[:n] for row_values in values]
        ids = [row_ids[:n] for row_ids in ids]
    return values, ids


def _largest(found_RV: Tensor, n: int) -> tuple[Tensor, Tensor]:
    """Return `found_RV.topk(n, dim=1)`, in half of its time for many long rows.

    The n largest values of a row are in the n blocks with the largest maxima, so only those are
    searched. The columns behind the last whole block are always searched.
    """
    n_blocks = found_RV.shape[1] // BLOCK
    if n_blocks < 2 * n or len(found_RV) < MANY:
        return found_RV.topk(n, dim=1)
    whole = n_blocks * BLOCK
    blocks_RN = found_RV[:, :whole].unflatten(1, (n_blocks, BLOCK)).amax(dim=2)
    first_RN1 = blocks_RN.topk(n, dim=1).indices[:, :, None] * BLOCK
    columns_RC = (first_RN1 + torch.arange(BLOCK, device=found_RV.device)).flatten(1)
    rest_C = torch.arange(whole, found_RV.shape[1], device=found_RV.device)
    columns_RC = torch.cat((columns_RC, rest_C.expand(len(found_RV), -1)), dim=1)
    values_RK, places_RK = found_RV.gather(1, columns_RC).topk(n, dim=1)
    return values_RK, columns_RC.gather(1, places_RK)


def _break_ties(
    found_V: Tensor, values: list[float], ids: list[int]
) -> tuple[list[float], list[int]]:
    """Sort one row's best tokens with ties by id, and drop tokens of zero probability."""
    if values[-1] != -math.inf and len(values) > 1 and values[-1] == values[-2]:
        sorted_V, columns_V = found_V.sort(descending=True, stable=True)
        n = len(values)
        return sorted_V[:n].tolist(), (columns_V[:n] + FIRST).tolist()
    pairs = sorted(
        (-value, token) for value, token in zip(values, ids, strict=True) if value > -math.inf
    )
    return [-minus for minus, _ in pairs], [token for _, token in pairs]


def rank_pool(
    rows: Iterable[int],
    totals: Sequence[float],
    log_probs: Sequence[Sequence[float]],
    depth: int | None,
) -> list[tuple[float, int, int]]:
    """Rank the continuations of some rows: sorted (-total, row, column of the row's list).

    `depth` limits the columns looked at. Ties: the lower row, then the earlier column, which is
    the lower id.
    """
    pool = []
    for row in rows:
        total = totals[row]
        pool += [
            (-(total + value), row, column) for column, value in enumerate(log_probs[row][:depth])
        ]
    pool.sort()
    return pool
