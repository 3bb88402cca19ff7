"""Carry web and e-mail addresses and phone numbers past the model: a name stands in for each.

An address is no language. A small model spells it anew, letter by letter, and wrongly; translators
in use mask what has to stay as it is with a placeholder, translate, and put it back. The
placeholders here are names that models of this size copy surely.
"""

from __future__ import annotations

import re
import unicodedata

ADDRESS = re.compile(  # a name before @ begins where its run does, so a long line is read once
    r"(?:https?://|www\.)[!-~]+|(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
    r"|(?<![\d-])(?:\+\d{1,3}-\d{1,3}|0\d{1,3})-\d{3,4}-\d{4}(?![\d-])"
)
AROUND = ".,;:!?'\")]}>*"  # marks behind an address that are not part of it
HANGUL = re.compile(r"[\uac00-\ud7a3]")
# How a name is written in Latin letters and in Hangul, then other forms a translation may give it.
NAMES = (("Tom", "톰"), ("Mary", "메리", "Maria", "Marie"))


def placeholders(text: str) -> dict[str, tuple[str, ...]]:
    """The addresses of a text, each with the forms of the name that stands in for it.

    A name that the text has itself stands for nothing; an address without a name stays.
    """
    found = dict.fromkeys(match.group().rstrip(AROUND) for match in ADDRESS.finditer(text))
    free = [forms for forms in NAMES if not any(form in text for form in forms)]
    return dict(zip(found, free, strict=False))


def mask_addresses(text: str) -> str:
    """The text with names for its addresses: in Hangul where other words are in Hangul."""
    korean = int(bool(HANGUL.search(text)))
    for address, forms in placeholders(text).items():
        text = text.replace(address, forms[korean])
    return text


def unmask_addresses(translation: str, text: str) -> str:
    """A translation with the addresses of its source `text` put back where their names stand."""
    for address, forms in placeholders(unicodedata.normalize("NFKC", text)).items():
        written = "|".join(rf"\b{form}\b" if form.isascii() else form for form in forms)
        translation = address.join(re.split(written, translation, flags=re.ASCII))
    return translation
