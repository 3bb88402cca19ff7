"""Python to read: its variables in the colours they have in figures and formulas.

Not `st.code`, whose colours are those of a highlighter: it knows names from strings, but no query
from a key.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from explainer.charts.palette import colours_of
from explainer.components.codelines.names import COLOURS, by_line, coloured
from explainer.components.shared import DOM, component

HERE: Final = Path(__file__).parent
WORDS: Final = HERE / "words.js"
COMPONENT = component(HERE, DOM, WORDS)


def codelines(lines: str, *, where: str, dark: bool, key: str) -> None:
    """`lines` as they are, to be selected and copied; above them `where` they stand."""
    rows = [[list(span) for span in line] for line in by_line(coloured(lines))]
    data = {"where": where, "rows": rows, "colours": colours_of(dark, COLOURS)}
    COMPONENT(key=key, data=data)
