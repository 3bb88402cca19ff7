"""Mends what Streamlit's own page tells screen readers: its language, and the list of pages.

It always says English. Screen readers choose their voice by it, and browsers offer to translate
what they take for a foreign page. On a phone it closes the chapters when one has been chosen.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

SCRIPT = Path(__file__).with_name("htmllang.js")


@functools.cache
def _component() -> ComponentRenderer:
    return st.components.v2.component("explainer_htmllang", js=SCRIPT.read_text(encoding="utf-8"))


def html_lang(lang: str, chapters: str, page: str) -> None:
    """Set `<html lang>` to "ko" or "en" and name the list of chapters. Shows nothing.

    `page` is what changes with every page: then the open one is marked again.
    """
    _component()(key="htmllang", data={"lang": lang, "chapters": chapters, "page": page})
