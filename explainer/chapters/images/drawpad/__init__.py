"""A sheet of paper to draw a digit on, with a mouse, a pen or a finger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from explainer.charts.palette import colours_of
from explainer.components.answers import answer
from explainer.components.shared import DOM, component
from explainer.data.digits import LETTERS, MOST, SIZE, STROKE, read_strokes

FOLDER: Final = Path(__file__).parent
COLOURS: Final = ("ink", "page", "line", "third", "panel", "primary")


def drawpad(
    written: str,
    *,
    words: Mapping[str, str],
    own: bool,
    dark: bool,
    key: str,
    on_drawn: Callable[[str], None],
) -> None:
    """The paper with the drawing `written` on it (see `data.digits`); `on_drawn` gets each new one
    before the page runs again.

    The first stroke on a drawing that is not the reader's `own` begins a new one. `words` are name,
    hint, undo and clear.
    """

    def drawn() -> None:
        strokes = read_drawing(answer(key, "drawn"))
        if strokes is not None:
            on_drawn(strokes)

    component(FOLDER, DOM)(
        key=key,
        data={
            "written": written,
            "own": own,
            "size": SIZE,
            "letters": LETTERS,
            "parting": STROKE,
            "most": MOST,
            "words": dict(words),
            "colours": colours_of(dark, COLOURS),
        },
        on_drawn_change=drawn,
    )


def read_drawing(sent: object) -> str | None:
    """What a browser sent, if it is a drawing; None for anything else."""
    if not isinstance(sent, str):
        return None
    try:
        read_strokes(sent)
    except ValueError:
        return None
    return sent
