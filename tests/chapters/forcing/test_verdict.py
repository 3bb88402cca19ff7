"""The verdict under two ways of comparing: by the sum and by the length-normalised score."""

from __future__ import annotations

import numpy as np

from explainer.chapters.forcing.paths import Path as Output
from explainer.chapters.forcing.verdict import compare_paths, times


def output(ids: tuple[int, ...], total: float) -> Output:
    numbers = type("Numbers", (), {"total": total})()
    return Output(ids, (), "", numbers)


def test_length_may_turn_the_verdict_round() -> None:
    """-4 over 2 pieces against -5 over 12: the sum and the normalised score disagree."""
    reference, found = output(tuple(range(12)), -5.0), output((1, 2), -4.0)
    assert compare_paths(reference, found, None) == "model"
    assert compare_paths(reference, found, 1.0) == "search"
    assert compare_paths(reference, found, 0.0) == "model"


def test_times_as_probable_in_words_a_reader_can_take() -> None:
    found = [times(float(np.log(n))) for n in (3.3, 1500, 6.8e6, 2.7e22)]
    assert found == ["3.3", "1,500", "10⁷", "10²²"]
