"""Mounts the drawing and checks what a browser sends back."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = ("svg.js", "bars.js", "row.js", "cellsteps.js")  # the export comes last
Pick = tuple[str, int]  # ("stage", "column" or "dim"; index from 0)


def cellsteps(data: Mapping[str, Any], *, key: str, on_pick: Callable[[Pick], None]) -> None:
    """Draw a cell; `on_pick` gets what was clicked before the page runs again."""
    sizes = {
        "stage": len(data["stages"]), "column": len(data["pieces"]), "dim": len(data["q"])
    }  # fmt: skip

    def clicked() -> None:
        found = picked(st.session_state[key]["pick"], sizes)
        if found is not None:
            on_pick(found)

    _component()(key=key, data=dict(data), on_pick_change=clicked)


def picked(value: object, sizes: Mapping[str, int]) -> Pick | None:
    """What a browser sent, if it names a part of this drawing; None for anything else."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    what, index = value
    if not isinstance(what, str) or what not in sizes or type(index) is not int:
        return None
    return (what, index) if 0 <= index < sizes[what] else None


def script() -> str:
    """All scripts as one module."""
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS)


@functools.cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "cellsteps",
        html='<div class="cellsteps"></div>',
        css=(FOLDER / "cellsteps.css").read_text(encoding="utf-8"),
        js=script(),
    )
