"""Detect repetition loops in outputs: the same tokens over and over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

TIMES: Final = 3  # consecutive repeats that make a loop
LONGEST: Final = 12  # tokens in the repeated sequence


def most_repeats(ids: Sequence[int]) -> int:
    """Return the most consecutive repeats of any sequence of 1 to LONGEST tokens; 1 if none."""
    most = 1 if ids else 0
    for length in range(1, LONGEST + 1):
        run = 0
        for position in range(length, len(ids)):
            run = run + 1 if ids[position] == ids[position - length] else 0
            most = max(most, 1 + run // length)
    return most


def repeats_itself(source: Sequence[int], output: Sequence[int]) -> bool:
    """Return whether the output repeats at least TIMES times and more often than the source."""
    times = most_repeats(output)
    return times >= TIMES and times > most_repeats(source)
