"""Character-level diff of what `normalise` changed in a sentence, with code points."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from explainer.tokenizer.normalise import (
    DIRECTION_MARKS,
    INVISIBLE,
    VARIATION_SELECTORS,
    normalise,
    plain,
)

Normalise = Callable[[str], tuple[str, tuple[str, ...]]]


@dataclass(frozen=True)
class Part:
    """A substring before and after cleaning; `why` is an id of `normalise`, "" if unchanged."""

    before: str
    after: str
    why: str = ""


def parts(text: str, normalise: Normalise = normalise) -> tuple[Part, ...]:
    """Split the sentence into the smallest parts that `normalise` cleans independently.

    The cleaned parts join to `normalise(text)[0]`. If distant characters affect each other (a
    letter, an invisible mark, an accent; tags, doubled marks, all capitals), the whole sentence is
    one part.
    """
    smallest = _trim_end(_split(text))
    clean, changes = normalise(text)
    if "".join(part.after for part in smallest) != clean:
        return (Part(text, clean, changes[0] if changes else ""),)
    return tuple(smallest)


def code_points(text: str) -> str:
    """Return code points such as `U+AC00 U+0301`, which tell look-alike characters apart."""
    return " ".join(f"U+{ord(char):04X}" for char in text)


def _split(text: str) -> list[Part]:
    parts: list[Part] = []
    last = ""  # last character of the output so far
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
    """Add a space, merging runs into one part; `last` is the last character kept."""
    if parts and parts[-1].before.isspace():
        parts[-1] = Part(parts[-1].before + char, parts[-1].after, "spaces")
        return
    is_new = last not in ("", " ")
    parts.append(Part(char, " " if is_new else "", "" if is_new and char == " " else "spaces"))


def _belongs(last: Part, char: str) -> bool:
    """Return whether a character combines with the previous part (accent, Hangul jamo)."""
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
    """Remove trailing spaces from the cleaned text, in place."""
    for index in range(len(parts) - 1, -1, -1):
        part = parts[index]
        if part.after == " ":
            parts[index] = Part(part.before, "", "spaces")
        if part.after:
            break
    return parts
