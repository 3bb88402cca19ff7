"""Mends Streamlit's own page, which no Python reaches.

It always says English: screen readers choose their voice by that, and browsers offer to translate
what they take for a foreign page. The list of chapters gets a name and its open page a mark, on a
phone it closes when a page is chosen, and what scrolls sideways can be reached by keyboard.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

SCRIPT = Path(__file__).with_name("hostpage.js")


@functools.cache
def _component() -> ComponentRenderer:
    return st.components.v2.component("explainer_hostpage", js=SCRIPT.read_text(encoding="utf-8"))


def mend_page(lang: str, chapters: str, page: str) -> None:
    """Set `<html lang>` to "ko" or "en" and name the list of chapters. Shows nothing.

    `page` is what changes with every page: then the open one is marked again.
    """
    _component()(key="hostpage", data={"lang": lang, "chapters": chapters, "page": page})
