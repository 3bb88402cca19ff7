"""A small table of inert text: half a megabyte lighter than a data frame, readable to everybody.

A data frame is drawn on a canvas and can be sorted and searched; for a handful of rows nobody
needs that. Cells of any content are shown as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from explainer.charts.palette import colours_of
from explainer.components.shared import DOM, component

COLOURS: Final = ("ink", "second", "panel", "line")
COMPONENT = component(Path(__file__).parent, DOM)


def plain_table(
    *,
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    dark: bool,
    key: str,
    lang: str = "",
) -> None:
    """`rows` of as many cells as there are `columns`; the first cell of each names the row.

    Further cells are numbers and stand at the right of their column. `lang` is the language of the
    first column, "" for the page's; `title` is for screen readers. Raises ValueError for a row of
    another length.
    """
    if any(len(row) != len(columns) for row in rows):
        raise ValueError(f"a row without {len(columns)} cells")
    COMPONENT(
        key=key,
        data={
            "title": title,
            "columns": list(columns),
            "rows": [list(row) for row in rows],
            "lang": lang,
            "colours": colours_of(dark, COLOURS),
        },
    )
