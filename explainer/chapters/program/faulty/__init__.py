"""A program with a mistake beside the right one: the lines that differ, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from explainer.chapters.program.listing import SCALES, TENSOR
from explainer.charts.palette import GREYS, SIGNED_TURNS, colours_of, theme, weight_scale
from explainer.components.codelines import WORDS
from explainer.components.codelines.names import COLOURS, by_line, colour_spans
from explainer.components.shared import DOM, PLAY, SHADE, SVG, component, plain

HERE: Final = Path(__file__).parent
COMPONENT: Final = component(HERE, DOM, SVG, SHADE, PLAY, WORDS, TENSOR)
TONES: Final = (
    *(*GREYS, *COLOURS, *SCALES, "target", "target_text"),
    *("error", "error_text", "correct_text"),
)


@dataclass(frozen=True)
class Program:
    """What one of the two wrote, its loss, the parameters it was found to have; finished words."""

    name: str
    written: str
    loss: str
    parameters: str


@dataclass(frozen=True)
class Changed:
    """A value the lines make, its beginning as in `listing.Value`; `wrong` is "" and `difference`
    None where the other program does not make it. `told` says that in words.
    """

    name: str
    size: tuple[int, int]
    right: str
    wrong: str
    is_weights: bool
    difference: float | None
    told: str


def faulty(
    *,
    difference: str,
    steps: Sequence[Changed],
    asks: bool,
    programs: tuple[Program, Program],
    tokens: Sequence[tuple[str, float, float]],
    words: Mapping[str, str],
    dark: bool,
    key: str,
    on_open: Callable[[], None],
) -> None:
    """Where it `asks`, what follows from the change is hidden until the reader has guessed which of
    the `steps` is the first to differ, or wants to see it; `on_open` is told.

    `difference` is a diff, right lines with "-"; `programs` the right one and the other; `tokens`
    with the probability each of them gave. `words`: "difference", "ask", "first", "outcome",
    "loss", "parameters", "probability", "alt"; "show", "right", "guess_wrong" {guess} {name}.
    """
    lines = [line[:2] for line in difference.splitlines()]
    code = "\n".join(line[2:] for line in difference.splitlines())
    COMPONENT(
        key=key,
        data={
            "steps": plain(list(steps)),
            "asks": asks,
            "scale": {**weight_scale(dark), "turns_signed": SIGNED_TURNS[theme(dark)]},
            "lines": [
                [sign.strip(), [list(span) for span in spans]]
                for sign, spans in zip(lines, by_line(colour_spans(code)), strict=True)
            ],
            "programs": plain(list(programs)),
            "tokens": [list(token) for token in tokens],
            "words": dict(words),
            "colours": colours_of(dark, TONES),
        },
        on_open_change=on_open,
    )
