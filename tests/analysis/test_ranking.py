"""The largest values are those that come first when all are put in order."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.analysis.ranking import largest


@pytest.mark.parametrize("count", [0, 1, 3, 10, 200, 201, 500])
def test_the_largest_are_the_beginning_of_the_whole_order(count: int) -> None:
    random = np.random.default_rng(count)
    for values in (
        random.normal(size=200),
        random.integers(0, 5, 200),  # many are equal: the lower place comes first
        np.where(random.random(200) < 0.5, -np.inf, random.normal(size=200)),
        np.where(random.random(200) < 0.5, np.nan, 1.0),
        np.zeros(200, dtype=np.float32),
    ):
        whole = np.argsort(-values, kind="stable")
        assert largest(values, count).tolist() == whole[:count].tolist()
