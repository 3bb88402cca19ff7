"""Legend of symbols, with the same meaning in the shapes and formulas of every page.

A page may define further letters (the pixels of a patch, the branches of a beam) where it shows the
shape, but not redefine one of these.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from explainer.analysis.head_roles import Kind
    from explainer.text import Text

# Symbol in shapes and code: LaTeX.
SYMBOLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "B": "B",
        "S": "S",
        "T": "T",
        "d_model": r"d_{\text{model}}",
        "H": "H",
        "d_k": "d_k",
        "d_ff": r"d_{\text{ff}}",
        "N": "N",
        "V": "V",
        "K": "K",
    }
)
LETTERS: Final = re.compile(r"[A-Za-z_]+")
# Axes of queries and keys, the rows and columns of a map.
SIDES: Final[Mapping[Kind, tuple[str, str]]] = MappingProxyType(
    {"encoder": ("S", "S"), "decoder": ("T", "T"), "cross": ("T", "S")}
)


def names(text: Text) -> dict[str, str]:
    """Return the meaning of each symbol in legend order."""
    return text.each("words.symbol_*", "B", "S", "T", "d_model", "H", "d_k", "d_ff", "N", "V", "K")


def legend(text: Text, axes: Iterable[str], own: Collection[str] = ()) -> str:
    """Return a Markdown legend of the symbols in `axes` ("B, H, T, S").

    Raises ValueError for a letter that is neither in the legend nor in the page's `own`, and for an
    own letter that is already in the legend.
    """
    used = {letter for shape in axes for letter in LETTERS.findall(shape)}
    if unknown := used - SYMBOLS.keys() - set(own):
        raise ValueError(f"no symbol of the legend: {sorted(unknown)}")
    if taken := SYMBOLS.keys() & set(own):
        raise ValueError(f"the legend has another meaning for {sorted(taken)}")
    meanings = names(text)
    return " · ".join(f"${tex}$ {meanings[s]}" for s, tex in SYMBOLS.items() if s in used)
