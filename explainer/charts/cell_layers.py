"""Layers of a tile grid: axes with words, texts in cells, hatching.

Cells are in the table `cells` with their row q and column k, the words in ROWS and KEYS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import altair as alt

from explainer.charts.axes import tone
from explainer.charts.figure import Named, spec_of, word_axis, words_of
from explainer.charts.labels import WORDS, Spec
from explainer.charts.marks import Looks, mark, overlay

GAP: Final = 0.06  # between two cells, as a share of a cell
STROKES: Final = "M-1,1L1,-1M-1,0L0,-1M0,1L1,0"  # three slanted lines in a square from -1 to 1
ROWS: Final = f"{WORDS}rows"
KEYS: Final = f"{WORDS}keys"


@dataclass(frozen=True)
class Grid:
    """The row and column axes of a grid."""

    rows: Named
    keys: Named


def mapped(
    grid: Grid,
    dark: bool,
    layers: Sequence[alt.Chart],
    words: Sequence[tuple[str, str, str]],
) -> Spec:
    """Overlay layers on the cells; `words` are lookups besides those of rows and columns."""
    lookups = [words_of(*each) for each in (grid.rows.lookup("q"), grid.keys.lookup("k"), *words)]
    chart = overlay(layers, data=alt.NamedData("cells"), transform=lookups)
    rows = word_axis(grid.rows, dark)
    keys = word_axis(grid.keys, dark, "top", orient="top")
    scale = alt.Scale(paddingInner=GAP)
    sides: dict[str, Any] = {
        "x": alt.X("k:O", scale=scale, axis=keys),
        "y": alt.Y("q:O", scale=scale, axis=rows),
    }
    return spec_of(chart.encode(**sides), dark)


def hatching(dark: bool) -> alt.Chart:
    """Hatch the cells that are `hidden`, as large as a cell allows."""
    room = f"min(width / length(data('{KEYS}')), height / length(data('{ROWS}')))"
    looks: Looks = {"shape": STROKES, "strokeWidth": 1, "opacity": 0.55}
    ink: Looks = {"aria": False, "filled": False, "stroke": tone("mask", dark)}
    size = f"=pow(0.72 * {room}, 2)"
    return mark("point", "", {}, where="datum.hidden", size=size, **looks, **ink)


def cell_texts(room: float, text: str, ink: alt.Color | alt.ColorValue, **looks: Any) -> alt.Chart:
    """Draw words, or numbers if `form` is given, in the cells.

    They are hidden in columns narrower than `room` pixels, where they would overlap.
    """
    form, where = looks.pop("form", alt.Undefined), looks.pop("where", "")
    opacity = f"=width < {room} * length(data('{KEYS}')) ? 0 : 1"
    encoding = {"text": alt.Text(text, format=form), "color": ink}
    return mark("text", "", encoding, where=where, opacity=opacity, **looks)
