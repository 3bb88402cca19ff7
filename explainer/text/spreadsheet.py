"""Guard against CSV injection: no cell that a spreadsheet would run as a formula."""

from __future__ import annotations

from typing import Final

# What a spreadsheet takes for the start of a formula, also as the wide characters that Korean and
# Japanese keyboards type (OWASP, "CSV Injection"). Files made in the browser keep to the same list.
FORMULA_STARTS: Final = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"


def safe_cell(text: str) -> str:
    """A cell no spreadsheet takes for a formula: such a text gets an apostrophe in front."""
    return "'" + text if text.startswith(tuple(FORMULA_STARTS)) else text
