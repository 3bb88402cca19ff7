"""Clean a sentence before it is cut: Unicode NFKC, no control or direction marks, single spaces."""

from __future__ import annotations

import unicodedata

# Left-to-right and right-to-left marks, embeddings, overrides and isolates (Unicode UAX #9).
DIRECTION_MARKS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}


def normalise(text: str) -> tuple[str, tuple[str, ...]]:
    """The cleaned sentence and the ids of what had to be changed.

    Ids, in this order: "control" (control, format and unassigned characters removed), "direction"
    (text direction marks removed), "nfd" (decomposed letters such as Hangul jamo composed), "nfkc"
    (compatibility forms such as full-width letters replaced), "spaces" (runs and ends trimmed).
    """
    changes: list[str] = []
    kept: list[str] = []
    for char in text:
        if char.isspace():
            kept.append(" ")
        elif char in DIRECTION_MARKS:
            changes.append("direction")
        elif unicodedata.category(char) in INVISIBLE:
            changes.append("control")
        else:
            kept.append(char)
    cleaned = "".join(kept)
    composed = unicodedata.normalize("NFC", cleaned)
    if composed != cleaned:
        changes.append("nfd")
    compatible = unicodedata.normalize("NFKC", composed)
    if compatible != composed:
        changes.append("nfkc")
    single = " ".join(compatible.split())
    if single != compatible:
        changes.append("spaces")
    order = ("control", "direction", "nfd", "nfkc", "spaces")
    return single, tuple(change for change in order if change in changes)
