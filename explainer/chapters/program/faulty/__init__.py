"""A program with a mistake beside the right one: the lines that differ, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.codelines import WORDS
from explainer.components.codelines.names import COLOURS, by_line, colour_spans
from explainer.components.shared import DOM, SVG, component, plain

COMPONENT: Final = component(Path(__file__).parent, DOM, SVG, WORDS)
TONES: Final = (*GREYS, *COLOURS, "target", "target_text", "error", "error_text", "correct_text")


@dataclass(frozen=True)
class Program:
    """What one of the two wrote, its loss, the parameters it was found to have; finished words."""

    name: str
    written: str
    loss: str
    parameters: str


def faulty(
    *,
    difference: str,
    programs: tuple[Program, Program],
    tokens: Sequence[tuple[str, float, float]],
    words: Mapping[str, str],
    dark: bool,
    key: str,
) -> None:
    """`difference` is a diff, right lines with "-"; `programs` the right one and the other;
    `tokens` with the probability each of them gave. `words`: "difference", "loss", "parameters",
    "probability", "alt".
    """
    lines = [line[:2] for line in difference.splitlines()]
    code = "\n".join(line[2:] for line in difference.splitlines())
    COMPONENT(
        key=key,
        data={
            "lines": [
                [sign.strip(), [list(span) for span in spans]]
                for sign, spans in zip(lines, by_line(colour_spans(code)), strict=True)
            ],
            "programs": plain(list(programs)),
            "tokens": [list(token) for token in tokens],
            "words": dict(words),
            "colours": colours_of(dark, TONES),
        },
    )
