"""An output that runs in a circle is found, whatever the length of the circle."""

from __future__ import annotations

import pytest

from explainer.analysis.loops import most_repeats, repeats_itself


@pytest.mark.parametrize(
    ("ids", "times"),
    [
        ([], 0),
        ([1, 2, 3], 1),
        ([1, 1, 1], 3),
        ([5, 1, 2, 1, 2, 1, 2, 9], 3),
        ([1, 2, 3, 1, 2, 3, 1, 2], 2),
        ([1, 2, 1, 3, 1, 4], 1),
    ],
)
def test_how_often_the_same_tokens_follow_each_other(ids: list[int], times: int) -> None:
    assert most_repeats(ids) == times


def test_a_sentence_that_repeats_itself_may_be_translated_so() -> None:
    assert repeats_itself([1, 2, 3], [7, 8, 7, 8, 7, 8])
    assert not repeats_itself([4, 4, 4, 4], [7, 7, 7])
    assert not repeats_itself([1, 2, 3], [7, 8, 7, 8])
