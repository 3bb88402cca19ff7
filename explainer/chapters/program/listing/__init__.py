"""Lines of a program, and beside each what it made: name, shape, first numbers. A click picks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from explainer.charts.palette import colours_of
from explainer.components.codelines import WORDS
from explainer.components.codelines.names import COLOURS, by_line, colour_spans
from explainer.components.shared import DOM, component

COMPONENT = component(Path(__file__).parent, DOM, WORDS)


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
    spans = by_line(colour_spans(source))
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
