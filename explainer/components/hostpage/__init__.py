"""Mends Streamlit's own page, which no Python reaches.

It always says English: screen readers choose their voice by that, and browsers offer to translate
what they take for a foreign page. The list of chapters gets a name and its open page a mark, on a
phone it closes when a page is chosen; what scrolls sideways can be reached by keyboard, and what a
click chooses in a chart can be chosen by keyboard.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from explainer.components.shared import VEGA, join_scripts

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

SCRIPTS = [VEGA, *(Path(__file__).with_name(f"{name}.js") for name in ("chartkeys", "hostpage"))]


@functools.cache
def _component() -> ComponentRenderer:
    return st.components.v2.component("explainer_hostpage", js=join_scripts(SCRIPTS))


def mend_page(lang: str, chapters: str, keys: str, page: str) -> None:
    """Set `<html lang>` to "ko" or "en" and name the list of chapters. Shows nothing.

    `keys` says how to choose in a chart by keyboard. `page` is what changes with every page: then
    the open one is marked again.
    """
    data = {"lang": lang, "chapters": chapters, "keys": keys, "page": page}
    _component()(key="hostpage", data=data)
