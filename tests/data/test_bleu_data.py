"""The worked example of the BLEU chapter."""

from __future__ import annotations

from explainer.data.bleu import example


def test_the_example_is_complete() -> None:
    assert list(example().candidates) == ["A", "B", "C"] and len(example().references) == 2
