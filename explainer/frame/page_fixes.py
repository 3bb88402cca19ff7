"""What Streamlit's own page lacks, and the buttons that take a figure away."""

from __future__ import annotations

from explainer.drawings import drawing
from explainer.frame import teaching
from explainer.text import Text
from explainer.text.spreadsheet import FORMULA_STARTS


def draw_page_fixes(text: Text, page: str) -> None:
    """Mend the browser's page and put buttons at its figures; `page` begins the names of files."""
    takes = not teaching.hides("downloads")
    data = {"lang": text.lang, "page": page, "takes": takes, "starts": FORMULA_STARTS}
    drawing("page_fixes", data, words=text.section("drawings.page_fixes"), key="page_fixes")
