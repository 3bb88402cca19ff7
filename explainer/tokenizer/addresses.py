"""Mask web and e-mail addresses and phone numbers with placeholder names before translation.

A small model garbles an address while copying it token by token. As in production systems, what
must not change is replaced by a placeholder, translated and put back. The placeholders are names
that models of this size copy reliably.
"""

from __future__ import annotations

import re
import unicodedata

ADDRESS = re.compile(  # a name before @ must start its run: linear time on long lines
    r"(?:https?://|www\.)[!-~]+|(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
    r"|(?<![\d-])(?:\+\d{1,3}-\d{1,3}|0\d{1,3})-\d{3,4}-\d{4}(?![\d-])"
)
AROUND = ".,;:!?'\")]}>*"  # punctuation after an address that is not part of it
HANGUL = re.compile(r"[\uac00-\ud7a3]")
# A name in Latin letters, in Hangul, then other spellings that a translation may use.
NAMES = (("Tom", "톰"), ("Mary", "메리", "Maria", "Marie"))


def placeholders(text: str) -> dict[str, tuple[str, ...]]:
    """Map the addresses of a text to the spellings of their placeholder names.

    A name that already occurs in the text is not used; surplus addresses stay unmasked.
    """
    found = dict.fromkeys(match.group().rstrip(AROUND) for match in ADDRESS.finditer(text))
    free = [forms for forms in NAMES if not any(form in text for form in forms)]
    return dict(zip(found, free, strict=False))


def mask_addresses(text: str) -> str:
    """Replace addresses with placeholder names, in Hangul if the text contains Hangul."""
    korean = int(bool(HANGUL.search(text)))
    for address, forms in placeholders(text).items():
        text = text.replace(address, forms[korean])
    return text


def unmask_addresses(translation: str, text: str) -> str:
    """Replace the placeholder names in a translation with the addresses of its source `text`."""
    for address, forms in placeholders(unicodedata.normalize("NFKC", text)).items():
        pattern = "|".join(rf"\b{form}\b" if form.isascii() else form for form in forms)
        translation = address.join(re.split(pattern, translation, flags=re.ASCII))
    return translation
