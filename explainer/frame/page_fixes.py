"""Fixes to Streamlit's page, and buttons to export figures."""

from __future__ import annotations

from explainer.drawings import drawing
from explainer.frame import teaching
from explainer.text import Text
from explainer.text.spreadsheet import FORMULA_STARTS


def draw_page_fixes(text: Text, page: str) -> None:
    """Fix the browser's page and add export buttons to figures; file names start with `page`."""
    takes = not teaching.hides("downloads")
    data = {"lang": text.lang, "page": page, "takes": takes, "starts": FORMULA_STARTS}
    drawing("page_fixes", data, words=text.section("drawings.page_fixes"), key="page_fixes")
