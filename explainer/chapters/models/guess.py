"""Which model wrote which translation: three to tell apart, and what the reader said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

COUNT: Final = 3
OPEN, SHOWN = 0, 1  # codes: nothing said yet; all names shown without a guess
FIRST: Final = 2  # code of the first answer
CODES: Final = FIRST + COUNT**COUNT
ALL: Final = "all"  # in the address: names are shown, whatever the sentence
ANSWER: Final = re.compile(r"([0-2]{3})-([0-9a-f]{4})")


@dataclass(frozen=True)
class Guess:
    """`cards` are the places of the models whose translations stand nameless, in the order they
    stand in; `code` is what was said of them: `OPEN`, `SHOWN`, or an answer as `code_of` makes it.
    """

    cards: tuple[int, ...]
    code: int


def cards_of(wrote: Sequence[str]) -> tuple[int, ...]:
    """Of translations, best model first, the places of three to tell apart; () where there are not.

    The best one, the first that differs from it, and the last that differs from both: a score may
    be far and a sentence near. They stand in an order that tells nothing.
    """
    writers: dict[str, int] = {}
    for place, text in enumerate(wrote):
        if any(letter.isalpha() for letter in text):
            writers.setdefault(text, place)
    places = list(writers.values())
    if len(places) < COUNT:
        return ()
    return tuple(sorted((*places[:2], places[-1]), key=lambda place: crc32(wrote[place].encode())))


def code_of(answer: Sequence[int]) -> int:
    """An answer as one number: for every card which of the three it is said to be, best first."""
    code = 0
    for one in answer:
        code = code * COUNT + one
    return FIRST + code


def to_address(code: int, wrote: Sequence[str]) -> str:
    """A code as the address has it; an answer holds for these translations alone."""
    if code < FIRST:
        return ALL if code == SHOWN else ""
    answer, digits = code - FIRST, ""
    for _ in range(COUNT):
        answer, digit = divmod(answer, COUNT)
        digits = f"{digit}{digits}"
    return f"{digits}-{_mark(wrote)}"


def known(address: str) -> str | None:
    """What can stand in an address; None for anything else."""
    return address if address in ("", ALL) or ANSWER.fullmatch(address) else None


def read(address: str, wrote: Sequence[str]) -> int:
    """The code that the address has for these translations."""
    if address == ALL:
        return SHOWN
    found = ANSWER.fullmatch(address)
    if found is None or found[2] != _mark(wrote):
        return OPEN
    return code_of([int(digit) for digit in found[1]])


def _mark(wrote: Sequence[str]) -> str:
    return f"{crc32(chr(0).join(wrote).encode()) & 0xFFFF:04x}"
