"""The first page's figure drawn small: where a chapter is in it, and the way to the others.

Regions are links. Where there is no room they stand behind a button, as a list below the drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import PALETTE, theme
from explainer.components.answers import answer
from explainer.components.figuremap.payload import figure_payload
from explainer.components.shared import DOM, LINKS, SVG, component, plain

__all__ = ["DRAWING", "Link", "Lit", "Places", "figure_payload", "figuremap", "map_colours"]

HERE: Final = Path(__file__).parent
KEY: Final = "whole_map"
COLOURS: Final = (
    "source",
    "source_text",
    "source_band",
    "memory",
    "weight",
    "weight_text",
    "target",
    "target_text",
    "target_band",
    "mask",
    "page",
    "panel",
    "line",
    "ink",
    "second",
    "third",
)
DRAWING: Final = HERE / "drawing.js"
COMPONENT = component(HERE, DOM, SVG, LINKS, DRAWING)


def map_colours(dark: bool, *others: str) -> dict[str, str]:
    """The colours of the drawing, and others of the palette."""
    colours = PALETTE[theme(dark)]
    return {name.replace("_", "-"): colours[name] for name in (*COLOURS, *others)}


@dataclass(frozen=True)
class Link:
    """A region and where it leads: the name of a chapter, and a sentence; "" for nowhere."""

    id: str
    name: str
    chapter: str = ""
    hint: str = ""
    href: str = ""


@dataclass(frozen=True)
class Lit:
    """The regions that are lit, and their name."""

    lit: tuple[str, ...]
    told: str


@dataclass(frozen=True)
class Places:
    """What is lit at the values of a control, by its name in the address."""

    name: str = ""
    of: Mapping[str, Lit] = field(default_factory=dict)


def figuremap(
    *,
    page: str,
    first: bool,
    links: Sequence[Link],
    lit: Collection[str],
    told: str,
    places: Places,
    step: int,
    figure: Mapping[str, Any] | None,
    words: Mapping[str, str],
    dark: bool,
    small: bool,
    on_go: Callable[[str], None],
) -> None:
    """Draw the map with the regions `lit`; `told` is their name.

    `page` changes with the page; `first` says whether it is the one with the large figure. What
    `places` has for the value of its control in the address lights other regions. `step` counts
    from 0 and stands until the address has one. Without a `figure` (see `figure_payload`) it is a
    sketch. A press on a link calls `on_go` with the region before the next run.
    """
    data = {
        "page": page,
        "first": first,
        "links": [plain(link) for link in links],
        "lit": list(lit),
        "told": told,
        "small": small,
        "places": {"name": places.name, "of": {at: plain(one) for at, one in places.of.items()}},
        "step": step,
        "figure": figure,
        "words": dict(words),
        "colours": map_colours(dark),
    }

    def asked() -> None:
        region = asked_region(answer(KEY, "go"), links)
        if region is not None:
            on_go(region)

    COMPONENT(key=KEY, data=data, on_go_change=asked)


def asked_region(value: object, links: Sequence[Link]) -> str | None:
    """What a browser sent, if it is a region that leads somewhere; None for anything else."""
    return next((link.id for link in links if link.href and link.id == value), None)
