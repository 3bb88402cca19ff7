"""Formulas as MathML, which browsers render without a script."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import Final
from xml.etree.ElementTree import tostring

from latex2mathml.converter import convert_to_element

from explainer.site import SiteError

# KaTeX commands that the converter lacks, and their equivalents.
SAID: Final = (("{aligned}", "{split}"), (r"\arg", r"\operatorname{arg}"))
SPACED: Final = re.compile(r"\\\\\[\d+pt\]")  # a line break with extra space
COMMAND: Final = re.compile(r"\\[A-Za-z]+")
COLOUR: Final = re.compile(r'mathcolor="([^"]+)"')
BOLD: Final = 'mathvariant="bold"'


@cache
def mathml(latex: str, is_block: bool) -> str:
    """Convert LaTeX to MathML. Raises SiteError for a command that the converter does not know."""
    written = SPACED.sub(r"\\\\", latex.strip())
    for theirs, ours in SAID:
        written = written.replace(theirs, ours)
    tree = convert_to_element(written, display="block" if is_block else "inline")
    for part in tree.iter():  # some entities are not resolved by the converter
        part.text = unescape(part.text) if part.text else None
    made = tostring(tree, encoding="unicode")
    if unknown := COMMAND.search(made):
        raise SiteError(f"formula {latex.strip()!r}: {unknown[0]}")
    return COLOUR.sub(r'style="color: \1"', made).replace(BOLD, 'class="bold"')
