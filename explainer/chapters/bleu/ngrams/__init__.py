"""Texts as lines of words that wrap, with a bar under every n-gram that matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from explainer.charts.palette import colours_of
from explainer.components.shared import ANSWERS, DOM, NUMBERS, component, obey_one, plain

HERE: Final = Path(__file__).parent
OPEN: Final = 2  # mark of a bar that a learner may press: not said whether it matches
COLOURS: Final = (
    "target_text",
    "target_band",
    "ink",
    "second",
    "third",
    "line",
    "panel",
    "correct_text",
    "error_text",
    "page",
)


@dataclass(frozen=True)
class Bar:
    """Under `length` tokens from `start` on; equal n-grams share `ngram`, `level` is its line."""

    start: int
    length: int
    level: int
    ngram: int
    mark: Literal["match", "clipped"]


@dataclass(frozen=True)
class TokenRow:
    """One text. `kind` is "candidate" or "reference"."""

    name: str
    kind: Literal["candidate", "reference"]
    tokens: Sequence[str]
    bars: Sequence[Bar]


@dataclass(frozen=True)
class Order:
    """The matches of one length: its name, credited over all, and that share of 1."""

    name: str
    fraction: str
    share: float
    lit: bool


@dataclass(frozen=True)
class Sum:
    """The score below the texts, as finished words: what the mean is multiplied by, and the rest.

    `change` is how far the last edit has moved the score, "" if there was none.
    """

    orders: Sequence[Order]
    mean: str
    penalty: str
    name: str
    value: str
    change: str
    beside: str


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """The texts, without what matches and what it comes to. Of the first all n-grams of the length
    that is lit can be marked, equal or not: no bar tells which of them match.
    """
    first, n = data["rows"][0], _lit(data["sum"]["orders"])
    starts = range(len(first["tokens"]) - n + 1)
    grams = [" ".join(first["tokens"][start : start + n]) for start in starts]
    open_bars = [[start, n, start % n, start, OPEN] for start in starts] if n > 1 else []
    orders = [{**order, "fraction": "?", "share": 0} for order in data["sum"]["orders"]]
    known = {"penalty": "?", "value": "?", "change": "", "beside": ""}
    return {
        **data,
        "title": "",
        "tips": grams,
        "sum": {**data["sum"], "orders": orders, **known},
        "rows": [
            {**first, "bars": open_bars, "levels": n},
            *({**row, "bars": [], "levels": 1} for row in data["rows"][1:]),
        ],
        "offers": grams,
    }


def _lit(orders: Sequence[Mapping[str, Any]]) -> int:
    """The length that is lit; 1 where all are."""
    lit = [n for n, order in enumerate(orders, start=1) if order["lit"]]
    return lit[0] if len(lit) == 1 else 1


def ngram_rows(data: Mapping[str, Any], *, key: str, on_pick: Callable[[int], None]) -> None:
    """Draw the texts; hovering an n-gram keeps its like in all rows and pales the others. `on_pick`
    gets the place of the length whose share was pressed, from 0.
    """
    heard = partial(obey_one, key, "order", len(data["sum"]["orders"]), on_pick)
    component(HERE, ANSWERS, DOM, NUMBERS, veil=veil)(
        key=key, data=dict(data), on_pick_change=heard
    )


def payload(
    *,
    rows: Sequence[TokenRow],
    total: Sum,
    tips: Sequence[str],
    title: str,
    empty: str,
    dark: bool,
) -> dict[str, Any]:
    """What is sent: a bar is [start, length, level, n-gram, 1 if clipped].

    `tips[ngram]` is said where the pointer is, `empty` of a text with no word.
    """
    return {
        "title": title,
        "empty": empty,
        "tips": list(tips),
        "sum": plain(total),
        "rows": [
            {
                "name": row.name,
                "kind": row.kind,
                "tokens": list(row.tokens),
                "levels": 1 + max((bar.level for bar in row.bars), default=-1),
                "bars": [
                    [bar.start, bar.length, bar.level, bar.ngram, int(bar.mark == "clipped")]
                    for bar in row.bars
                ],
            }
            for row in rows
        ],
        "colours": colours_of(dark, COLOURS),
    }
