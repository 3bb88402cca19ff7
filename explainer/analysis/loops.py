"""Outputs that run in a circle: the same tokens again and again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

TIMES: Final = 3  # in a row, to be a loop
LONGEST: Final = 12  # tokens that repeat


def most_repeats(ids: Sequence[int]) -> int:
    """How often the same 1 to LONGEST tokens follow each other at most; 1 where none repeats."""
    most = 1 if ids else 0
    for length in range(1, LONGEST + 1):
        run = 0
        for place in range(length, len(ids)):
            run = run + 1 if ids[place] == ids[place - length] else 0
            most = max(most, 1 + run // length)
    return most


def repeats_itself(source: Sequence[int], output: Sequence[int]) -> bool:
    """Whether the output repeats itself TIMES, and more often than the sentence it translates."""
    times = most_repeats(output)
    return times >= TIMES and times > most_repeats(source)
