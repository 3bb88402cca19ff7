"""Positional encoding: the table, its waves, what it knows of distance, and what else there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from explainer.chapters.positions.controls import Sizes, sizes
from explainer.chapters.positions.mistake import draw_mistake
from explainer.chapters.positions.others import draw_others
from explainer.chapters.positions.proofs import draw_distance, draw_fourier
from explainer.chapters.positions.shuffle import draw_shuffle
from explainer.chapters.positions.views import draw_map, draw_order, draw_waves
from explainer.frame import chapter
from explainer.frame.choices import segments

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View
    from explainer.text import Text

# Views of a table of any size; "map" is one more, for it also looks at the model's own table.
OF_A_TABLE: Final[dict[str, Callable[[View, Sizes], None]]] = {
    "waves": draw_waves,
    "distance": draw_distance,
    "fourier": draw_fourier,
    "order": draw_order,
}


def render(view: View) -> None:
    """One of seven views is computed and sent; mistake and tasks belong to all of them."""
    if view.translation is None:
        chapter.no_translation(view.text)
        return
    _panel(view, view.translation)
    draw_mistake(view)
    chapter.tasks(view.text, view.text.article("positions.try"))


@chapter.panel
def _panel(view: View, translation: Translation) -> None:
    text = view.text
    names = _names(text)
    chosen = segments(text, "positions_view", text("positions.view"), names, "map")
    if chosen == "others":
        draw_others(view, translation)
    elif chosen == "shuffle":
        draw_shuffle(view, translation)
    else:
        own_width = translation.trace["encoder.embed"].shape[1]
        of_this_size = sizes(text, own_width)
        if chosen == "map":
            draw_map(view, translation, of_this_size)
        else:
            OF_A_TABLE[chosen](view, of_this_size)


def _names(text: Text) -> dict[str, str]:
    return {
        "map": text("positions.view_map"),
        "waves": text("positions.view_waves"),
        "distance": text("positions.view_distance"),
        "fourier": text("positions.view_fourier"),
        "order": text("positions.view_order"),
        "others": text("positions.view_others"),
        "shuffle": text("positions.view_shuffle"),
    }
