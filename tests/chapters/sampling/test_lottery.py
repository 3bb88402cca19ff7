"""The line of the draw holds the numbers it was given."""

from __future__ import annotations

from typing import Any

import pytest

from explainer.chapters.sampling.lottery import LotteryWords, Stretch, lottery_payload


def test_both_lines_have_no_gap_and_the_number_lies_on_the_lower_one() -> None:
    parts = [
        Stretch(0, 0.2, (0, 0.1), "a", False),
        Stretch(0.2, 0.2, (0.1, 0.7), "b", False),
        Stretch(0.2, 1, (0.7, 1), "2", True),
    ]
    words = LotteryWords(*[""] * 7)

    def sent(parts: list[Stretch], uniform: float) -> dict[str, Any]:
        return lottery_payload(parts=parts, uniform=uniform, words=words, dark=True)

    assert sent(parts, 0.3)["parts"] == [
        [0, 0.2, "a", 0, 0, 0.1],
        [0.2, 0.2, "b", 0, 0.1, 0.7],
        [0.2, 1, "2", 1, 0.7, 1],
    ]
    for wrong, uniform in ((parts, 1.2), (parts[::2], 0.1), (parts[1:], 0.5)):
        with pytest.raises(ValueError):
            sent(wrong, uniform)
