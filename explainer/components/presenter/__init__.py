"""Presenter mode in the browser: one figure of the page at a time, as large as it fits.

The page is drawn as ever and stays live; the script shows one of its figures over everything else
and listens to the keys of a clicker. Only a change of the page reaches the server.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.components.shared import DOM, join_scripts, pack

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

HERE: Final = Path(__file__).parent
NEXT, PREVIOUS, LEAVE = "next", "previous", "leave"
LAST: Final = "last"  # the slide where "previous" arrives


def presenter(*, words: dict[str, str], page: str, slide: str, more: tuple[bool, bool]) -> str:
    """Show the slides of the open page; NEXT, PREVIOUS or LEAVE when that was asked for, else "".

    `page` changes with the page, `slide` is where it opens: a number from 1, or LAST. `more` says
    whether there is a page before and one after it.
    """
    result = _component()(
        key="presenter",
        data={"words": words, "page": page, "slide": slide, "more": list(more)},
        on_go_change=_nothing,
    )
    asked = result.get("go")
    return asked if asked in (NEXT, PREVIOUS, LEAVE) else ""


@functools.cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "presenter",
        html='<div class="presenter"></div>',
        css=(HERE / "presenter.css").read_text(encoding="utf-8"),
        js=pack(join_scripts((DOM, HERE / "presenter.js"))),
        isolate_styles=False,  # the rules reach the page, as long as this is mounted
    )


def _nothing() -> None:
    """Streamlit wants a callback for a trigger to exist."""
