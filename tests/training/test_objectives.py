"""Objectives of the families: what stays, what is wanted, and rates over many seeds.

Counts of random events are held to five standard errors of the exact probability; the seeds are
fixed, so a test passes always or never.
"""

import math
from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from explainer.model.lm import BOS, EOS, FIRST, MASK, SENTINELS
from explainer.training import objectives

SIZE = 400  # of the vocabulary
SENTENCES = st.lists(st.integers(FIRST, SIZE - 1), min_size=2, max_size=40)
SEEDS = st.integers(0, 10**6)


def about(found: float, probability: float, draws: int) -> bool:
    error = math.sqrt(probability * (1 - probability) / draws)
    return abs(found / draws - probability) <= 5 * error


@given(SENTENCES, SEEDS)
def test_masked_lm_changes_the_chosen_tokens_alone(ids: list[int], seed: int) -> None:
    masked = objectives.masked_lm(ids, Random(seed), SIZE)
    assert len(masked.places) == len(set(masked.places)) == max(1, int(0.15 * len(ids) + 0.5))
    assert masked.wanted == [ids[place] for place in masked.places]
    fate_of = dict(zip(masked.places, masked.fates, strict=True))
    for place, (old, new) in enumerate(zip(ids, masked.fed, strict=True)):
        fate = fate_of.get(place)
        if fate == "mask":
            assert new == MASK
        elif fate == "random":
            assert FIRST <= new < SIZE
        else:
            assert new == old
    assert masked == objectives.masked_lm(ids, Random(seed), SIZE)


def test_masked_lm_has_its_rates() -> None:
    """80 / 10 / 10 of the chosen tokens; every place is chosen equally often."""
    ids, draws = list(range(FIRST, FIRST + 20)), 4000
    fates: Counter[str] = Counter()
    places: Counter[int] = Counter()
    randoms: Counter[int] = Counter()
    for seed in range(draws):
        masked = objectives.masked_lm(ids, Random(seed), SIZE)
        fates.update(masked.fates)
        places.update(masked.places)
        randoms.update(
            masked.fed[p] for p, f in zip(masked.places, masked.fates, strict=True) if f == "random"
        )
    chosen = sum(fates.values())
    assert chosen == 3 * draws
    for fate, probability in (("mask", 0.8), ("random", 0.1), ("keep", 0.1)):
        assert about(fates[fate], probability, chosen)
    assert all(about(places[place], 3 / 20, draws) for place in range(20))
    assert min(randoms) < FIRST + 5 and max(randoms) > SIZE - 5


@given(SENTENCES)
def test_causal_lm_wants_the_next_token(ids: list[int]) -> None:
    fed, wanted = objectives.causal_lm(ids)
    assert fed[0] == BOS and wanted[-1] == EOS
    assert fed[1:] == wanted[:-1] == ids


@given(SENTENCES, SEEDS)
def test_masking_and_deletion_take_the_same_number(ids: list[int], seed: int) -> None:
    count = objectives.how_many(len(ids), 0.15)
    masked = objectives.token_masking(ids, Random(seed))
    assert masked.count(MASK) == count
    assert all(new in (MASK, old) for new, old in zip(masked, ids, strict=True))
    left = objectives.token_deletion(ids, Random(seed))
    assert len(left) == len(ids) - count
    # The same seed chooses the same places: what masking leaves is what deletion leaves.
    assert left == [index for index in masked if index != MASK]


@given(SENTENCES, SEEDS)
def test_permutation_keeps_the_tokens(ids: list[int], seed: int) -> None:
    assert sorted(objectives.permutation(ids, Random(seed))) == sorted(ids)


def test_poisson_is_poisson() -> None:
    """Against the probability mass function, e^-m m^k / k!."""
    rng, draws = Random(0), 20000
    found = Counter(objectives.poisson(3.0, rng) for _ in range(draws))
    for k in range(9):
        assert about(found[k], math.exp(-3) * 3**k / math.factorial(k), draws)


@given(SENTENCES, SEEDS)
def test_infilling_replaces_spans_by_one_mask_each(ids: list[int], seed: int) -> None:
    """Distinct tokens: what is left stands in its order, and 30 % are gone."""
    ids = list(range(FIRST, FIRST + len(ids)))
    fed = objectives.infilling(ids, Random(seed))
    left = [index for index in fed if index != MASK]
    assert left == sorted(left) and set(left) <= set(ids)
    assert len(ids) - len(left) == objectives.how_many(len(ids), 0.3)
    assert MASK in fed


def test_infilling_puts_masks_where_nothing_is_missing_too() -> None:
    """Spans of length 0: more masks than tokens missing, as often as Poisson(3) says 0 first."""
    draws = 4000
    ids = [FIRST, FIRST + 1]  # one token goes; every span before it that is 0 adds a mask
    masks = Counter(objectives.infilling(ids, Random(seed)).count(MASK) for seed in range(draws))
    assert about(masks[1], 1 - math.exp(-3), draws)


@given(SENTENCES, SEEDS)
def test_spans_come_back(ids: list[int], seed: int) -> None:
    fed, wanted = objectives.span_corruption(ids, Random(seed))
    assert objectives.put_back(fed, wanted) == ids
    inside = [index for index in fed if index in SENTINELS]
    assert inside == list(SENTINELS[: len(inside)])
    assert [index for index in wanted if index in SENTINELS] == list(SENTINELS[: len(inside) + 1])
    assert wanted[0] == SENTINELS[0] and wanted[-1] == SENTINELS[len(inside)]
    # No text twice: every token stands in exactly one of the two.
    assert len(fed) + len(wanted) == len(ids) + 2 * len(inside) + 1


@given(st.integers(2, 64), SEEDS)
def test_spans_take_out_their_share_and_never_touch(length: int, seed: int) -> None:
    found = objectives.spans(length, Random(seed))
    assert sum(end - start for start, end in found) == objectives.how_many(length, 0.3)
    assert all(start < end for start, end in found) and found[-1][1] <= length
    assert all(a[1] < b[0] for a, b in zip(found, found[1:], strict=False))


def test_cuts_are_equally_likely() -> None:
    """5 as a sum of 3: six ways, each as often."""
    draws = 6000
    found = Counter(tuple(objectives.cut(5, 3, Random(seed))) for seed in range(draws))
    assert len(found) == math.comb(4, 2)
    assert all(sum(way) == 5 and about(n, 1 / 6, draws) for way, n in found.items())


def test_a_right_proposal_counts_as_original() -> None:
    ids = [20, 21, 22, 23]
    assert objectives.replace_tokens(ids, {1: 30, 2: 22}) == (
        [20, 30, 22, 23],
        [False, True, False, False],
    )
