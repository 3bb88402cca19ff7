"""The one legend of symbols: on every page, in shapes and formulas, a letter means the same.

A page that needs a letter of its own (the pixels of a patch, the branches of a beam) names it where
it shows the shape; it cannot take one of these for something else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from explainer.analysis.head_roles import Kind
    from explainer.text import Text

# As shapes and code write it: as formulas do.
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
# The axes of queries and of keys: rows and columns of a map.
SIDES: Final[Mapping[Kind, tuple[str, str]]] = MappingProxyType(
    {"encoder": ("S", "S"), "decoder": ("T", "T"), "cross": ("T", "S")}
)


def names(text: Text) -> dict[str, str]:
    """What each symbol counts, in the order of the legend."""
    return text.each("words.symbol_*", "B", "S", "T", "d_model", "H", "d_k", "d_ff", "N", "V", "K")


def legend(text: Text, axes: Iterable[str], own: Collection[str] = ()) -> str:
    """Markdown: what the symbols in `axes` ("B, H, T, S") count.

    Raises ValueError for a letter that is neither in the legend nor the page's `own`, and for an
    own one that the legend has for something else.
    """
    used = {letter for one in axes for letter in LETTERS.findall(one)}
    if unknown := used - SYMBOLS.keys() - set(own):
        raise ValueError(f"no symbol of the legend: {sorted(unknown)}")
    if taken := SYMBOLS.keys() & set(own):
        raise ValueError(f"the legend has another meaning for {sorted(taken)}")
    told = names(text)
    return " · ".join(f"${SYMBOLS[one]}$ {told[one]}" for one in SYMBOLS if one in used)
