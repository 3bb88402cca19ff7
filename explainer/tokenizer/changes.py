"""Which characters the cleaning of a sentence changed, one by one, with their code points."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from explainer.tokenizer.normalise import (
    DIRECTION_MARKS,
    INVISIBLE,
    VARIATION_SELECTORS,
    normalise,
    plain,
)


@dataclass(frozen=True)
class Part:
    """Some characters and what became of them; `why` is an id of `normalise`, "" if unchanged."""

    before: str
    after: str
    why: str = ""


def parts(text: str) -> tuple[Part, ...]:
    """The sentence in the smallest parts that are cleaned alone.

    What became of them, joined, is `normalise(text)[0]`. Where characters influence each other
    over a gap (a letter, an invisible mark, an accent; a tag, doubled marks, capitals throughout),
    the whole sentence is one part.
    """
    smallest = _trim_end(_split(text))
    clean, changes = normalise(text)
    if "".join(part.after for part in smallest) != clean:
        return (Part(text, clean, changes[0] if changes else ""),)
    return tuple(smallest)


def code_points(text: str) -> str:
    """`U+AC00 U+0301`: how Unicode names characters that may look alike."""
    return " ".join(f"U+{ord(char):04X}" for char in text)


def _split(text: str) -> list[Part]:
    parts: list[Part] = []
    last = ""  # character that stays
    for char in text:
        if char.isspace():
            _add_space(parts, char, last)
        elif char in DIRECTION_MARKS:
            parts.append(Part(char, "", "direction"))
        elif char in VARIATION_SELECTORS or unicodedata.category(char) in INVISIBLE:
            parts.append(Part(char, "", "control"))
        elif parts and _belongs(parts[-1], char):
            parts[-1] = _letter(parts[-1].before + char)
        else:
            parts.append(_letter(char))
        last = parts[-1].after[-1:] or last
    return parts


def _add_space(parts: list[Part], char: str, last: str) -> None:
    """A run of spaces is one part; behind a removed mark the space before it still counts."""
    if parts and parts[-1].before.isspace():
        parts[-1] = Part(parts[-1].before + char, parts[-1].after, "spaces")
        return
    is_new = last not in ("", " ")
    parts.append(Part(char, " " if is_new else "", "" if is_new and char == " " else "spaces"))


def _belongs(last: Part, char: str) -> bool:
    """Whether a character changes the one before it: an accent, the next letter of a syllable."""
    if not last.after or last.before.isspace():
        return False
    return _clean(last.before + char) != last.after + _clean(char)


def _clean(before: str) -> str:
    return plain(unicodedata.normalize("NFKC", plain(before)))


def _letter(before: str) -> Part:
    composed = unicodedata.normalize("NFC", before)
    straight = plain(composed)
    after = _clean(before)
    if after != straight:
        return Part(before, after, "nfkc")
    why = "marks" if straight != composed else "nfd" if composed != before else ""
    return Part(before, after, why)


def _trim_end(parts: list[Part]) -> list[Part]:
    """No space at the end."""
    for place in range(len(parts) - 1, -1, -1):
        part = parts[place]
        if part.after == " ":
            parts[place] = Part(part.before, "", "spaces")
        if part.after:
            break
    return parts
