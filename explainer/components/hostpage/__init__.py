"""Mends Streamlit's own page, which no Python reaches.

It always says English: screen readers choose their voice by that, and browsers offer to translate
what they take for a foreign page. What scrolls sideways can be reached by keyboard. When the theme
changes the browser asks for a run. A page begins at its top, however far down the press was that
led to it.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from explainer.components.shared import pack

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

SCRIPT = Path(__file__).with_name("hostpage.js")


@functools.cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "explainer_hostpage", js=pack(SCRIPT.read_text(encoding="utf-8"))
    )


def mend_page(lang: str, page: str) -> None:
    """Set `<html lang>` to "ko" or "en"; another `page` than before begins at its top. Shows
    nothing.
    """
    data = {"lang": lang, "page": page}
    _component()(key="hostpage", data=data, on_theme_change=_run_alone)


def _run_alone() -> None:
    """The run that follows knows the theme by itself."""
