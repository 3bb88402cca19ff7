"""Lines of a program, and beside each what it made: name, shape, first numbers. A click picks."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import streamlit as st

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, component

NAMES: Final[Mapping[str, str]] = {  # of the program, in the colours they have everywhere
    "q": "q",
    "k": "k",
    "v": "v",
    "q_proj": "q",
    "k_proj": "k",
    "v_proj": "v",
    "weights": "weight",
    "src": "source",
    "memory": "memory",
    "tgt": "target",
    "mask": "mask",
    "src_mask": "mask",
    "tgt_mask": "mask",
}
COLOURS: Final = (
    *GREYS,
    *(f"{name}_text" for name in dict.fromkeys(NAMES.values())),
)
COMPONENT = component(Path(__file__).parent, DOM)
Span = tuple[str, str]  # (kind, text); a kind is "", "comment", "string", "keyword" or a colour


@dataclass(frozen=True)
class Value:
    """What a line made: its name, its shape and its first numbers, all finished words."""

    name: str
    shape: str
    numbers: str


def listing(
    *,
    source: str,
    first: int,
    last: int,
    values: Mapping[int, Sequence[Value]],
    chosen: int,
    title: str,
    spoken: str,
    dark: bool,
    key: str,
    on_pick: Callable[[int], None],
) -> None:
    """Lines `first` to `last` of a Python file, from 1; those with `values` can be picked.

    `spoken` is what a screen reader says before the number of a line.
    """
    spans = coloured(source)
    rows = [
        {
            "n": number,
            "spans": [list(span) for span in spans[number - 1]],
            "values": [[v.name, v.shape, v.numbers] for v in values.get(number, ())],
        }
        for number in range(first, last + 1)
    ]
    data = {
        "title": title,
        "spoken": spoken,
        "rows": rows,
        "chosen": chosen,
        "colours": colours_of(dark, COLOURS),
    }

    def clicked() -> None:
        line = st.session_state[key]["pick"]
        if type(line) is int and line in values:
            on_pick(line)

    COMPONENT(key=key, data=data, on_pick_change=clicked)


@lru_cache(maxsize=2)
def coloured(source: str) -> tuple[tuple[Span, ...], ...]:
    """Every line in spans; their texts joined are the line."""
    lines = source.splitlines()
    found: list[list[Span]] = [[] for _ in lines]
    ends = [0] * len(lines)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        for row in range(token.start[0], token.end[0] + 1):
            if row > len(lines):
                continue
            begin = token.start[1] if row == token.start[0] else 0
            end = token.end[1] if row == token.end[0] else len(lines[row - 1])
            words = lines[row - 1][begin:end]
            if not words or begin < ends[row - 1]:
                continue
            if gap := lines[row - 1][ends[row - 1] : begin]:
                found[row - 1].append(("", gap))
            found[row - 1].append((_kind(token), words))
            ends[row - 1] = end
    return tuple(tuple(line) for line in found)


def _kind(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.COMMENT:
        return "comment"
    if token.type == tokenize.STRING:
        return "string"
    if token.type != tokenize.NAME:
        return ""
    return "keyword" if keyword.iskeyword(token.string) else NAMES.get(token.string, "")
