"""Batches of sentences of similar length, limited by tokens.

Shape suffixes: B sentences, S source tokens, T target tokens.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from explainer.model import pad
from explainer.tokenizer import BOS, PAD

IdPair = tuple[list[int], list[int]]


@dataclass(frozen=True)
class Batch:
    """A padded batch; `fed` is the target shifted right (BOS first), `wanted` ends with EOS."""

    src_BS: Tensor
    fed_BT: Tensor
    wanted_BT: Tensor

    @property
    def n_tokens(self) -> int:
        return int((self.wanted_BT != PAD).sum())

    def to(self, device: torch.device) -> Batch:
        return Batch(*(t.to(device) for t in (self.src_BS, self.fed_BT, self.wanted_BT)))


def make_batch(pairs: Sequence[IdPair]) -> Batch:
    """Pad pairs of ids to a batch."""
    return Batch(
        src_BS=pad([src for src, _ in pairs]),
        fed_BT=pad([[BOS, *tgt[:-1]] for _, tgt in pairs]),
        wanted_BT=pad([tgt for _, tgt in pairs]),
    )


def group(pairs: Sequence[IdPair], order: Sequence[int], batch_tokens: int) -> list[list[int]]:
    """Split `order` into batches whose padded source and target each fit in `batch_tokens`."""
    groups: list[list[int]] = []
    current: list[int] = []
    longest = 0
    for index in order:
        longest_with = max(longest, len(pairs[index][0]), len(pairs[index][1]))
        if current and longest_with * (len(current) + 1) > batch_tokens:
            groups.append(current)
            current, longest_with = [], max(len(side) for side in pairs[index])
        current.append(index)
        longest = longest_with
    return [*groups, current] if current else groups


def epoch_batches(
    pairs: Sequence[IdPair], batch_tokens: int, seed: int, epoch: int
) -> list[list[int]]:
    """Return the index groups of one epoch, deterministic in seed and epoch.

    Pairs are sorted by length (ties shuffled) to minimise padding, then the groups are shuffled.
    """
    rng = random.Random(f"{seed}-{epoch}")
    order = list(range(len(pairs)))
    rng.shuffle(order)
    order.sort(key=lambda i: (len(pairs[i][1]), len(pairs[i][0])))
    groups = group(pairs, order, batch_tokens)
    rng.shuffle(groups)
    return groups


def endless_batches(
    pairs: Sequence[IdPair], batch_tokens: int, seed: int, skip: int = 0
) -> Iterator[tuple[int, list[int]]]:
    """Yield (epoch, indices of a batch) forever; `skip` batches are skipped, to resume."""
    epoch, position = 0, 0
    while True:
        groups = epoch_batches(pairs, batch_tokens, seed, epoch)
        for indices in groups:
            if position >= skip:
                yield epoch, indices
            position += 1
        epoch += 1


def eval_batches(pairs: Sequence[IdPair], batch_tokens: int) -> list[Batch]:
    """Batch all pairs once, in a fixed order."""
    order = sorted(range(len(pairs)), key=lambda i: (len(pairs[i][1]), len(pairs[i][0]), i))
    return [make_batch([pairs[i] for i in g]) for g in group(pairs, order, batch_tokens)]
