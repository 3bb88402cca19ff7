"""Syntax colouring of code listings: variables get the palette colour of what they hold."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

Span = tuple[str, str]  # (kind, text); a kind is "", "keyword" or a colour of the palette

# Variable names without axis suffixes, by the palette colour of what they hold.
_BY_COLOUR: Final[Mapping[str, Sequence[str]]] = {
    "q": ("q_proj", "cross_q"),
    "k": ("k_proj", "cross_k"),
    "v": ("v_proj", "cross_v"),
    "weight": ("scores", "masked_scores"),
    "source": ("src", "src_ids", "source", "source_ids", "h_SC", "h_SD"),
    "memory": ("memory",),
    "target": (
        *("tgt", "tgt_ids", "target", "target_ids", "fed", "fed_ids", "wanted", "wanted_ids"),
        *("predicted", "logits", "log_probs", "probs", "s_TD"),
    ),
    "mask": ("mask", "src_mask", "tgt_mask", "may_look"),
    "residual": ("x",),
}
COLOURS: Final = {name: colour for colour, names in _BY_COLOUR.items() for name in names}
# Names that are coloured only in context: without a query or a value nearby, `k` is a number.
IN_CONTEXT: Final[Mapping[str, str]] = {
    **{"q": "q", "queries": "q", "k": "k", "keys": "k", "v": "v", "values": "v"},
    "weights": "weight",
}
# A query, key or value variable; not an attribute, call or keyword argument.
ATTENDS: Final = re.compile(
    r"(?<![.\w])(q|k|v)(?:ueries|eys|alues)?(?:_[A-Z0-9]+)?(?![\w(]|=[^\s=])"
)
AXES: Final = re.compile(r"_[A-Z0-9]+$")
PARTS: Final = re.compile(
    r"(?P<remark>\#[^\n]*)"
    r"|(?P<string>[rbfuRBFU]{0,2}(?:\"\"\"[\s\S]*?\"\"\"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'))"
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<rest>\d\w*|\s+|.)"
)


@lru_cache(maxsize=128)
def colour_spans(code: str) -> tuple[Span, ...]:
    """Split code into coloured spans, whose texts join to the code."""
    parts = groupby(_parts(code), key=lambda span: span[0])
    return tuple((kind, "".join(words for _, words in spans)) for kind, spans in parts)


def by_line(spans: Sequence[Span]) -> list[list[Span]]:
    """Split spans into lines."""
    lines: list[list[Span]] = [[]]
    for kind, words in spans:
        first, *others = words.split("\n")
        lines[-1].append((kind, first))
        lines += [[(kind, other)] for other in others]
    return [[span for span in line if span[1]] for line in lines]


def _parts(code: str) -> Iterator[Span]:
    attends = len(set(ATTENDS.findall(code))) > 1
    weighs = attends or re.search(r"\bscores\b", code) is not None
    for match in PARTS.finditer(code):
        words = match[0]
        if match["remark"] or match["string"]:
            yield "third", words
        elif not match["name"]:
            yield "", words
        elif keyword.iskeyword(words):
            yield "keyword", words
        else:
            yield _colour(words, attends, weighs), words


def _colour(name: str, attends: bool, weighs: bool) -> str:
    """Return the colour of a name.

    `attends`: the code has at least two of query, key and value; `weighs`: it has attention.
    """
    base = AXES.sub("", name)
    colour = COLOURS.get(name) or COLOURS.get(base)
    alone = IN_CONTEXT.get(base)
    if colour is None and alone is not None and (attends or (weighs and alone == "weight")):
        colour = alone
    return f"{colour}_text" if colour else ""
