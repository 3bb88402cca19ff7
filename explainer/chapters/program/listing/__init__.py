"""Lines of a program, beside each what it made, and the tensor of the chosen one, large."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from explainer.charts.palette import SIGNED_TURNS, colours_of, theme, weight_scale
from explainer.components.answers import answer
from explainer.components.codelines import WORDS
from explainer.components.codelines.names import COLOURS, by_line, colour_spans
from explainer.components.shared import DOM, PLAY, SHADE, SVG, component, plain

HERE = Path(__file__).parent
TENSOR = HERE / "tensor.js"
COMPONENT = component(HERE, DOM, SVG, SHADE, PLAY, WORDS, TENSOR, HERE / "threads.js")
SCALES = ("seq0", "seq1", "on_low", "on_high", "div_minus", "div_zero", "div_plus", "mask")


@dataclass(frozen=True)
class Value:
    """What a line made: its name, its shape and its first numbers, all finished words.

    `axes` are letters with their lengths; of the last two the first `size` entries are `packed`, 32
    bits each, the last axis fastest, their `names` those of tokens ("" where they are counted).
    `drawn` says how much that is.
    """

    name: str
    shape: str
    numbers: str
    axes: Sequence[tuple[str, int]]
    size: tuple[int, int]
    packed: str
    names: tuple[str, str]
    is_weights: bool
    drawn: str


@dataclass(frozen=True)
class Link:
    """The value number `place` of `line` is used; `again` where that is in a loop's next round.

    `part`: what of it a cell (row, column) of the line's own value is made of (`analysis.reads`).
    """

    line: int
    place: int
    part: str
    again: bool


def listing(
    *,
    source: str,
    first: int,
    last: int,
    values: Mapping[int, Sequence[Value]],
    links: Mapping[int, Sequence[Link]],
    labels: Mapping[str, Sequence[str]],
    chosen: int,
    words: Mapping[str, str],
    dark: bool,
    key: str,
    on_pick: Callable[[int], None],
) -> None:
    """Lines `first` to `last` of a Python file, from 1; those with `values` can be picked.

    `links` are the values a line uses. `words`: "title"; "line", said before its number; "run" and
    "stop"; "uses"; "used_by"; "hint".
    """
    spans = by_line(colour_spans(source))
    rows = [
        {
            "n": number,
            "spans": [list(span) for span in spans[number - 1]],
            "values": plain(values.get(number, ())),
            "reads": plain(links.get(number, ())),
        }
        for number in range(first, last + 1)
    ]
    data = {
        "words": dict(words),
        "labels": {name: list(tokens) for name, tokens in labels.items()},
        "rows": rows,
        "chosen": chosen,
        "scale": {**weight_scale(dark), "turns_signed": SIGNED_TURNS[theme(dark)]},
        "colours": colours_of(dark, (*COLOURS, *SCALES)),
    }

    def clicked() -> None:
        line = answer(key, "pick")
        if type(line) is int and line in values:
            on_pick(line)

    COMPONENT(key=key, data=data, on_pick_change=clicked)
