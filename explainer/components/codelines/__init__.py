"""Python to read: its variables in the colours they have in figures and formulas.

Not `st.code`, whose colours are those of a highlighter: it knows names from strings, but no query
from a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from explainer.charts.palette import colours_of
from explainer.components.codelines.names import COLOURS, by_line, colour_spans
from explainer.components.shared import COPY, DOM, component

HERE: Final = Path(__file__).parent
WORDS: Final = HERE / "words.js"
COMPONENT = component(HERE, DOM, COPY, WORDS)


def codelines(lines: str, *, where: str, words: Mapping[str, str], dark: bool, key: str) -> None:
    """`lines` as they are, to be selected and copied; above them `where` they stand. `words` are
    those of the button: "copy" and "copied".
    """
    rows = [[list(span) for span in line] for line in by_line(colour_spans(lines))]
    data = {"where": where, "rows": rows, "words": words, "colours": colours_of(dark, COLOURS)}
    COMPONENT(key=key, data=data)
