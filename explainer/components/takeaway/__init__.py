"""A small button at every figure of a page: its picture and its numbers as files.

One script for the whole page, which `hostpage` runs: it finds the figures by themselves, so a
chapter does nothing for it, a figure costs nothing while nobody asks, and the files are made in the
browser. Charts export the tables they were drawn from (`charts/table_export.py`); a drawing of ours
puts `numbers()` on its root element, which returns [{name, rows}] or a promise of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from explainer.text.spreadsheet import FORMULA_STARTS

FOLDER: Final = Path(__file__).parent
STYLE: Final = FOLDER / "takeaway.css"
SCRIPTS: Final = tuple(
    FOLDER / f"{name}.js"
    for name in ("find", "tables", "styles", "boxes", "picture", "menu", "takeaway")
)


def takeaway(words: Mapping[str, str], *, page: str, lang: str, dark: bool) -> dict[str, Any]:
    """What the script needs. `page` begins the names of the files; `words` are finished, with holes
    `{title}` and `{name}` for the browser."""
    return {
        "words": dict(words),
        "page": page,
        "lang": lang,
        "dark": dark,
        "formula_starts": FORMULA_STARTS,
    }
