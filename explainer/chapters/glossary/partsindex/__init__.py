"""The figure of all chapters as an index: a press on a part, or on its name, asks for its terms.

A word of the list beside it (`pagelinks`) that is pointed at lights its parts, without the server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.components.answers import answer
from explainer.components.figuremap import DRAWING, map_colours
from explainer.components.shared import DOM, SVG, component, plain

FOLDER: Final = Path(__file__).parent
KEY: Final = "glossary_parts"


@dataclass(frozen=True)
class IndexEntry:
    """A part of the figure, or what stands beside it: its name and how many terms it has."""

    id: str
    name: str
    count: int


def partsindex(
    *,
    places: Sequence[IndexEntry],
    pressed: str,
    term: str,
    lights: Mapping[str, Sequence[str]],
    figure: Mapping[str, Any] | None,
    sentence: Sequence[str],
    name: str,
    outside: str,
    dark: bool,
    on_press: Callable[[str], None],
) -> None:
    """Draw it with the place `pressed` ("" for none) and the parts of the open `term` lit.

    `lights` has the parts of every term of the list; `figure` is that of `figure_payload`, or None
    for a sketch, and `sentence` what it was made of, source and translation. `name` says to a
    screen reader what it is, `outside` stands before the places that are no part of the figure.
    """
    order = [place.id for place in places]
    data = {
        "places": plain(list(places)),
        "pressed": pressed,
        "term": term,
        "lights": {id: [order.index(part) for part in parts] for id, parts in lights.items()},
        "figure": figure,
        "sentence": list(sentence),
        "name": name,
        "outside": outside,
        "colours": map_colours(dark),
    }

    def heard() -> None:
        wanted = answer(KEY, "press")
        if wanted in order:
            on_press(wanted)

    component(FOLDER, DOM, SVG, DRAWING)(key=KEY, data=data, on_press_change=heard)
