"""Mends Streamlit's own page, which no Python reaches.

It always says English: screen readers choose their voice by that, and browsers offer to translate
what they take for a foreign page. What scrolls sideways can be reached by keyboard. When the theme
changes the browser asks for a run. A page begins at its top, however far down the press was that
led to it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st

from explainer.components.shared import join_scripts, pack
from explainer.components.takeaway import SCRIPTS, STYLE

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

SCRIPT = Path(__file__).with_name("hostpage.js")


@functools.cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "explainer_hostpage",
        css=STYLE.read_text(encoding="utf-8"),
        js=pack(join_scripts((*SCRIPTS, SCRIPT))),
        isolate_styles=False,  # the buttons stand at the figures, outside of its own place
    )


def mend_page(lang: str, page: str, files: Mapping[str, Any] | None) -> None:
    """Set `<html lang>` to "ko" or "en"; another `page` than before begins at its top. `files` is
    what `takeaway` needs, where figures can be taken away. Shows nothing.
    """
    data = {"lang": lang, "page": page, "takeaway": files}
    _component()(key="hostpage", data=data, on_theme_change=_run_alone)


def _run_alone() -> None:
    """The run that follows knows the theme by itself."""
