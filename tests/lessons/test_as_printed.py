"""A reader who reckons with what is printed gets what is printed, whatever the numbers are."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import add, mul, sub, truediv

import numpy as np
import pytest

from explainer.lessons import cell, layers, masks, pieces, search, training
from explainer.text.numbers import decimal, read_decimal, worked
from tests.lessons.facts import CELL, LAYERS, MASKS, SEARCH, TRAINING, WAY

SEEDS = range(30)


def reckons(holes: Mapping[str, object], result: Callable[..., float], *names: str) -> None:
    """The last of `names` is what `result` makes of the others, to its last decimal."""
    *given, wanted = (str(holes[name]) for name in names)
    digits = len(wanted.partition(".")[2])
    assert decimal(result(*map(read_decimal, given)), digits) == wanted, (given, wanted)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_lesson_says_comes_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    best = -float(rng.uniform(20, 90))
    gap = float(rng.uniform(0.1, 4.0))
    found = pieces.ask("ratio", replace(WAY, ways=((best, 5), (best - gap, 6))))
    assert found is not None
    reckons(found.holes, sub, "best", "next", "gap")
    reckons(found.holes, math.exp, "gap", "ratio")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_cell_comes_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    q, k = rng.normal(0, 2, len(CELL.q)), rng.normal(0, 2, len(CELL.q))
    scores = rng.normal(0, 3, len(CELL.keys))
    powers = np.exp(scores)
    facts = replace(
        CELL,
        q=tuple(q.tolist()),
        k=tuple(k.tolist()),
        scores=tuple(scores.tolist()),
        numerator=float(powers[CELL.column]),
        denominator=float(powers.sum()),
    )
    assert (asked := cell.ask("product", facts)) is not None
    reckons(asked.holes, mul, "q", "k", "product")
    assert (asked := cell.ask("dot", facts)) is not None
    reckons(asked.holes, add, "up", "down", "dot")
    assert (asked := cell.ask("scale", facts)) is not None
    reckons(asked.holes, truediv, "dot", "root", "score")
    assert (asked := cell.ask("softmax", facts)) is not None
    reckons(asked.holes, math.exp, "score", "top")
    reckons(asked.holes, truediv, "top", "total", "weight")


@pytest.mark.parametrize("seed", SEEDS)
def test_masks_layers_search_and_training_come_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert MASKS.second is not None
    one, two = (float(value) for value in np.exp(rng.normal(0, 2, 2)))
    second = replace(MASKS.second, raised=(one, two), weight=one / (one + two))
    assert (asked := masks.ask("second", replace(MASKS, second=second))) is not None
    reckons(asked.holes, masks.share_of, "one", "two", "weight")
    reckons(asked.holes, lambda weight: 1 - weight, "weight", "rest")
    x, added = (float(value) for value in rng.normal(0, 2, 2))
    assert (
        asked := layers.ask("add", replace(LAYERS, x=x, added=added, total=x + added))
    ) is not None
    reckons(asked.holes, add, "x", "added", "total")
    assert (
        asked := layers.ask(
            "norm", replace(LAYERS, total=x, mean=added / 9, deviation=abs(added) + 0.3)
        )
    ) is not None
    reckons(asked.holes, layers.standardised, "total", "mean", "deviation", "standard")
    total = -float(rng.uniform(2, 20))
    best = replace(SEARCH.best, total=total, length=int(rng.integers(3, 20)))
    assert (asked := search.ask("penalty", replace(SEARCH, best=best))) is not None
    reckons(asked.holes, truediv, "total", "by", "score")
    assert (
        asked := training.ask("push", replace(TRAINING, sure=float(rng.uniform(0.1, 0.99))))
    ) is not None
    reckons(asked.holes, sub, "p", "wanted", "gradient")


def test_more_decimals_where_two_do_not_come_out() -> None:
    assert worked(sub, -94.452, -96.466) == ("−94.452", "−96.466", "2.01")  # not 94.45 and 96.47
    score, top = worked(math.exp, 3.19199)
    assert decimal(math.exp(read_decimal(score))) == top
    assert worked(add, 1.004, 1.004) == ("1.004", "1.004", "2.01")
    assert worked(add, 1.25, 1.25) == ("1.25", "1.25", "2.50")
