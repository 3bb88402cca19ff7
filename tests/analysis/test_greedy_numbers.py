"""Entropy, ranks and close calls, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from explainer.analysis.greedy_numbers import (
    choice,
    closest,
    runner_up,
)

#                 <pad> <unk> <s>  </s>  then tokens 4..7
PROBS = np.array([0.05, 0.30, 0.0, 0.25, 0.125, 0.2, 0.05, 0.025])
with np.errstate(divide="ignore"):
    LOGS = np.log(PROBS)


def test_a_choice_counts_ranks_over_all_tokens() -> None:
    found = choice(LOGS, 3, count=3)
    assert found.top == (1, 3, 5)
    assert found.probs == pytest.approx([0.30, 0.25, 0.2])
    assert found.entropy == pytest.approx(-sum(p * np.log(p) for p in PROBS if p))
    assert (found.rank, found.best) == (2, 3)  # <unk> is first and can never be written
    assert found.rest == pytest.approx(0.25)
    assert choice(LOGS, 3, count=3, first=4).best == 5  # an end would come too early
    with pytest.raises(IndexError, match="token 8"):
        choice(LOGS, 8, count=3)


def test_the_runner_up_is_a_token_that_may_be_written() -> None:
    assert runner_up(LOGS, 3) == (5, pytest.approx(0.05))
    assert runner_up(LOGS, 5, first=4) == (4, pytest.approx(0.075))
    assert closest([0.4, 0.01, 0.2]) == 1
    assert closest([]) == 0
