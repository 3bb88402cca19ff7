"""A small button at every figure of a page: its picture and its numbers as files.

One script for the whole page: it finds the figures by themselves, so a chapter does nothing for
it, a figure costs nothing while nobody asks, and the files are made in the browser. Charts tell
the tables they were drawn from (`charts/told.py`); a drawing of ours puts `numbers()` on its root
element, which gives [{name, rows}] or a promise of it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.components.shared import join_scripts, pack
from explainer.text.spreadsheet import FORMULA_STARTS

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (
    "find.js",
    "tables.js",
    "styles.js",
    "boxes.js",
    "picture.js",
    "menu.js",
    "takeaway.js",
)


@functools.cache
def _component() -> ComponentRenderer:
    # Not isolated: the buttons stand at the figures, outside of the component's own place.
    return st.components.v2.component(
        "explainer_takeaway",
        css=(FOLDER / "takeaway.css").read_text(encoding="utf-8"),
        js=pack(join_scripts([FOLDER / name for name in SCRIPTS])),
        isolate_styles=False,
    )


def takeaway(words: Mapping[str, str], *, page: str, lang: str, dark: bool) -> None:
    """Watch the page. `page` begins the names of the files; `words` are finished, with holes
    `{title}` and `{name}` for the browser."""
    data = {
        "words": dict(words),
        "page": page,
        "lang": lang,
        "dark": dark,
        "formula_starts": FORMULA_STARTS,
    }
    _component()(key="takeaway", data=data)
