"""One layer of each kind side by side: what it multiplies, and how long it takes, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, PLAY, RESIZE, SVG, Pick, component, obey, plain

FOLDER: Final = Path(__file__).parent
COLOURS: Final = (*GREYS, "weight", "residual", "k")
DIGITS: Final = 4  # decimals of the milliseconds that travel


@dataclass(frozen=True)
class Runner:
    """A layer: kind, name and colour; at every width and length its multiply-adds and milliseconds;
    at every length the steps that must follow each other and the longest path."""

    kind: str
    name: str
    tone: str
    multiplied: Sequence[Sequence[int]]
    ms: Sequence[Sequence[float]]
    steps: Sequence[int]
    path: Sequence[int]


def race_payload(
    runners: Sequence[Runner],
    lengths: Sequence[int],
    widths: Sequence[int],
    *,
    at: tuple[int, int],
    words: Mapping[str, str],
    dark: bool,
) -> dict[str, Any]:
    """Data of the component; `at` is the length n and the width d it opens at."""
    return {
        "runners": [
            plain(one) | {"ms": [[round(ms, DIGITS) for ms in row] for row in one.ms]}
            for one in runners
        ],
        "lengths": list(lengths),
        "widths": list(widths),
        "at": [list(lengths).index(at[0]), list(widths).index(at[1])],
        "words": dict(words),
        "colours": colours_of(dark, COLOURS),
    }


def race(data: Mapping[str, Any], *, key: str, on_rest: Callable[[int, int], None]) -> None:
    """Draw it; `on_rest` gets n and d where the reader rests before the page runs again."""
    lengths, widths = data["lengths"], data["widths"]

    def rested(pick: Pick) -> None:
        on_rest(lengths[pick[1] // len(widths)], widths[pick[1] % len(widths)])

    draw = component(FOLDER, DOM, SVG, RESIZE, PLAY)
    sizes = {"rest": len(lengths) * len(widths)}
    draw(key=key, data=dict(data), on_pick_change=partial(obey, key, sizes, rested))
