"""Protection against CSV injection: cells that a spreadsheet would run as a formula."""

from __future__ import annotations

from typing import Final

# What a spreadsheet takes for the start of a formula, including the full-width characters of Korean
# and Japanese keyboards (OWASP, "CSV Injection"). The JavaScript exports use the same list.
FORMULA_STARTS: Final = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"


def safe_cell(text: str) -> str:
    """Prefix a text that looks like a formula with an apostrophe."""
    return "'" + text if text.startswith(tuple(FORMULA_STARTS)) else text
