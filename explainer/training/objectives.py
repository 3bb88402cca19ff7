"""Training objectives of the language model families: corrupt ids and return inputs and targets.

Every objective takes ids without BOS and EOS and a random number generator, and is deterministic
in it. Sources: masked LM arXiv:1810.04805 (3.1), BART arXiv:1910.13461 (2.2), span corruption
arXiv:1910.10683 (3.1.4), replaced tokens arXiv:2003.10555 (2).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from explainer.model.ids import BOS, EOS
from explainer.model.lm.vocabulary import FIRST, MASK, SENTINELS

Ids = list[int]
Fate = Literal["mask", "random", "keep"]

# BERT and ELECTRA; also BART's masking and deletion, for which its paper gives no rate.
MASK_RATE: Final = 0.15
FATES: Final[Mapping[Fate, float]] = {"mask": 0.8, "random": 0.1, "keep": 0.1}
INFILL_RATE: Final = 0.3  # BART, section 5.1
POISSON: Final = 3.0  # BART, mean span length
SPAN_RATE: Final = 0.3  # T5 uses 0.15 and spans of 3; in ten tokens that is a single span
SPAN_MEAN: Final = 2.0


@dataclass(frozen=True)
class Masked:
    """A corrupted sentence: positions changed, how each was changed, and the original tokens."""

    fed: Ids
    places: list[int]
    fates: list[Fate]
    wanted: Ids


def how_many(length: int, rate: float) -> int:
    """Return `rate` of `length`, rounded, but at least 1."""
    return max(1, math.floor(length * rate + 0.5))


def masked_lm(ids: Sequence[int], rng: Random, size: int, rate: float = MASK_RATE) -> Masked:
    """BERT: of 15 % of the tokens, 80 % become [MASK], 10 % a random token, 10 % are kept.

    `size` is that of the vocabulary; a random token is never a special one.
    """
    places = sorted(rng.sample(range(len(ids)), how_many(len(ids), rate)))
    fates = rng.choices(tuple(FATES), tuple(FATES.values()), k=len(places))
    fed = list(ids)
    for place, fate in zip(places, fates, strict=True):
        if fate == "mask":
            fed[place] = MASK
        elif fate == "random":
            fed[place] = rng.randrange(FIRST, size)
    return Masked(fed, places, fates, [ids[place] for place in places])


def causal_lm(ids: Sequence[int]) -> tuple[Ids, Ids]:
    """GPT: predict the next token at every position; returns (fed, wanted)."""
    return [BOS, *ids], [*ids, EOS]


def token_masking(ids: Sequence[int], rng: Random) -> Ids:
    """BART: replace tokens by [MASK]."""
    chosen = set(rng.sample(range(len(ids)), how_many(len(ids), MASK_RATE)))
    return [MASK if place in chosen else index for place, index in enumerate(ids)]


def token_deletion(ids: Sequence[int], rng: Random) -> Ids:
    """BART: delete tokens; the model also has to find out where."""
    chosen = set(rng.sample(range(len(ids)), how_many(len(ids), MASK_RATE)))
    return [index for place, index in enumerate(ids) if place not in chosen]


def permutation(ids: Sequence[int], rng: Random) -> Ids:
    """BART permutes the sentences of a document; here the tokens of one sentence are permuted."""
    return rng.sample(list(ids), len(ids))


def poisson(mean: float, rng: Random) -> int:
    """Draw a Poisson number: count uniform factors until their product falls below e^-mean."""
    count, product = 0, rng.random()
    while product > math.exp(-mean):
        count, product = count + 1, product * rng.random()
    return count


def infill_lengths(length: int, rng: Random) -> list[int]:
    """Draw span lengths from Poisson(3) until they cover 30 % of the tokens; the last is cut."""
    left, lengths = how_many(length, INFILL_RATE), []
    while left:
        lengths.append(min(left, poisson(POISSON, rng)))
        left -= lengths[-1]
    return lengths


def infilling(ids: Sequence[int], rng: Random) -> Ids:
    """BART: replace each span by ONE [MASK]; a span of length 0 inserts a [MASK]."""
    lengths = infill_lengths(len(ids), rng)
    slots = len(ids) - sum(lengths) + len(lengths)  # tokens kept, and one slot for each span
    holes = dict(zip(sorted(rng.sample(range(slots), len(lengths))), lengths, strict=True))
    fed, place = [], 0
    for slot in range(slots):
        fed.append(MASK if slot in holes else ids[place])
        place += holes.get(slot, 1)
    return fed


NOISES: Final[Mapping[str, Callable[[Sequence[int], Random], Ids]]] = {
    "mask": token_masking,
    "delete": token_deletion,
    "permute": permutation,
    "infill": infilling,
}


def cut(total: int, parts: int, rng: Random) -> list[int]:
    """Split `total` into `parts` positive integers, uniformly at random."""
    ends = [0, *sorted(rng.sample(range(1, total), parts - 1)), total]
    return [after - before for before, after in zip(ends, ends[1:], strict=False)]


def spans(length: int, rng: Random) -> list[tuple[int, int]]:
    """Draw (start, end) of T5's spans, with at least one token between any two."""
    noise = min(how_many(length, SPAN_RATE), length)
    count = min(max(1, round(noise / SPAN_MEAN)), len(SENTINELS) - 1, length - noise + 1)
    lengths = cut(noise, count, rng)
    gaps = sorted(rng.sample(range(length - noise + 1), count))  # tokens kept before each span
    starts = [gap + sum(lengths[:number]) for number, gap in enumerate(gaps)]
    return [(start, start + long) for start, long in zip(starts, lengths, strict=True)]


def span_corruption(ids: Sequence[int], rng: Random) -> tuple[Ids, Ids]:
    """T5: replace every span by its own sentinel; returns (fed, wanted).

    `wanted` lists each sentinel with its span and ends with one more sentinel.
    """
    return cut_out(ids, spans(len(ids), rng))


def cut_out(ids: Sequence[int], taken: Sequence[tuple[int, int]]) -> tuple[Ids, Ids]:
    """Replace each span by a sentinel; return (fed, wanted)."""
    fed, wanted, place = [], [], 0
    for sentinel, (start, end) in zip(SENTINELS, taken, strict=False):
        fed += [*ids[place:start], sentinel]
        wanted += [sentinel, *ids[start:end]]
        place = end
    return [*fed, *ids[place:]], [*wanted, SENTINELS[len(taken)]]


def put_back(fed: Sequence[int], wanted: Sequence[int]) -> Ids:
    """Restore the sentence: replace each sentinel of `fed` by its span in `wanted`."""
    spans: dict[int, Ids] = {}
    current: Ids = []
    for index in wanted:
        if index in SENTINELS:
            current = spans.setdefault(index, [])
        elif index != EOS:
            current.append(index)
    return [
        token
        for index in fed
        for token in (spans.get(index, []) if index in SENTINELS else [index])
    ]


def replace_tokens(ids: Sequence[int], proposed: Mapping[int, int]) -> tuple[Ids, list[bool]]:
    """ELECTRA: insert the generator's proposals; return the ids and which differ from the original.

    A correct proposal counts as original.
    """
    fed = [proposed.get(place, index) for place, index in enumerate(ids)]
    return fed, [new != old for new, old in zip(fed, ids, strict=True)]
