"""Tables that are written in the browser keep to the same rules as those of the server."""

from __future__ import annotations

import csv
import io
from urllib.parse import quote

from playwright.sync_api import Browser

from explainer.drawings import HERE
from explainer.text.spreadsheet import FORMULA_STARTS, safe_cell

TEXTS = (
    *(f"{start}1+1" for start in FORMULA_STARTS),
    *("plain", "a=1", "", 'a, "b"', "two\nlines", "·", "1-1", "한글"),
)


def test_no_text_of_a_saved_table_is_a_formula(browser: Browser) -> None:
    """Numbers are numbers: their minus sign is none of a text."""
    table = {"columns": ["=name", "number"], "rows": [[text, -1.5] for text in TEXTS]}
    page = browser.new_page()
    module = f"data:text/javascript,{quote((HERE / 'tables.js').read_text('utf-8'))}"
    write = "async ([module, ...given]) => (await import(module)).csv(...given)"
    written = page.evaluate(write, [module, table, FORMULA_STARTS])
    page.close()
    head, *rows = csv.reader(io.StringIO(written.removeprefix("\ufeff"), newline=""))
    assert head == ["'=name", "number"]
    assert rows == [[safe_cell(text), "-1.5"] for text in TEXTS]
