"""The first page's figure with every lesson at its place, and how far each has been walked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from explainer.components.answers import answer
from explainer.components.figuremap import DRAWING, map_colours
from explainer.components.shared import DOM, SVG, component, plain

HERE: Final = Path(__file__).parent
KEY: Final = "lessons_map"


@dataclass(frozen=True)
class Stop:
    """A lesson on the map: `share` of its steps are answered; `told` says all of it in words."""

    id: str
    number: int
    share: float
    is_next: bool
    told: str


def lessonmap(
    stops: Sequence[Stop], *, title: str, dark: bool, on_go: Callable[[str], None]
) -> None:
    """Draw it; a press on a lesson calls `on_go` with its id before the next run."""

    def asked() -> None:
        sent = answer(KEY, "go")
        if sent in [stop.id for stop in stops]:
            on_go(sent)

    component(HERE, DOM, SVG, DRAWING)(
        key=KEY,
        data={
            "stops": [plain(stop) for stop in stops],
            "title": title,
            "colours": map_colours(dark, "correct"),
        },
        on_go_change=asked,
    )
