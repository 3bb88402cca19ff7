"""Text normalisation before tokenization, the same in training and for user input.

Typographic variants from phones, Word and HWP become plain characters, so that the vocabulary needs
each only once: an unknown apostrophe would take the negation out of "don’t".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import partial

from explainer.tokenizer.addresses import mask_addresses

# Left-to-right and right-to-left marks, embeddings, overrides and isolates (Unicode UAX #9).
DIRECTION_MARKS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn"}
VARIATION_SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10)))  # text or emoji presentation

PLAIN = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a\u02bc\u2032\u00b4`", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d\u300e\u300f", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212", "-")
    | {"\u3002": ".", "\u3001": ",", "\u2026": "...", "\u301c": "~", "\u2047": "?"}
)
TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]*(?:\s[^<>]*)?/?>")
# Bounded by the length of a sentence, so that a long line is not rescanned from every star.
EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])(.{1,200}?)(?<=[^\s*])\1(?![\w*]*\*)")
SIMPLER = (  # doubled marks, misplaced spaces
    (re.compile(r"[!?]*\?[!?]*"), "?"),
    (re.compile(r"!+"), "!"),
    (re.compile(r"\.{2,}"), "..."),
    (re.compile(r",+"), ","),
    (re.compile(r"~+"), "~"),
    (re.compile(r"([\u1100-\u11ff])\1+"), r"\1\1"),  # ㅋㅋㅋㅋ, which NFKC writes as initials
    (re.compile(r"(?<=\w) +([?!,.]+)(?=\s|$)"), r"\1"),
    (re.compile(r"(?<=[^\W\d_]),(?=[^\W\d_])"), ", "),
)
WORD = re.compile(r"[^\W\d_]{2,}")
LATIN = "A-Za-zÀ-ÖØ-öø-ÿ"
LOUD = re.compile(rf"(?<![{LATIN}])([A-ZÀ-ÖØ-Þ]{{2,}})(?![{LATIN}])('[A-Z]+)?")
# Capitals that may be meant as such, and whose small letters are a word.
ACRONYMS = frozenset(["AM", "ARM", "ID", "IT", "LA", "MO", "PA", "PM", "SA", "UN", "US", "WHO"])
PRONOUN = re.compile(r"\bi\b")
CHANGES = (
    "control",
    "direction",
    "nfd",
    "nfkc",
    "addresses",
    "tags",
    "marks",
    "capitals",
    "spaces",
)


def normalise(
    text: str, is_word: Callable[[str], bool] = lambda word: False
) -> tuple[str, tuple[str, ...]]:
    """Normalise the sentence; return it with the ids of the changes made.

    Ids, in this order: "control" (control, format and unassigned characters removed), "direction"
    (text direction marks removed), "nfd" (decomposed letters such as Hangul jamo composed), "nfkc"
    (compatibility forms such as full-width letters replaced), "addresses" (masked by names),
    "tags" (HTML tags and Markdown emphasis removed), "marks" (curly quotes and dashes made plain,
    doubled marks reduced), "capitals" (all-capitals sentence lower-cased, or a word that `is_word`,
    the vocabulary, knows in small letters but not in capitals), "spaces" (runs and ends trimmed).
    """
    capitals = partial(without_loud_words, is_word=is_word)
    return _cleaned(text, INVISIBLE, (*STEPS, ("capitals", capitals)))


def tidy(text: str) -> tuple[str, tuple[str, ...]]:
    """Remove only what no sentence needs; return the text with the ids of the changes made.

    Joiners and other format characters stay, as some scripts are written with them.
    """
    return _cleaned(text, INVISIBLE - {"Cf"}, (("nfd", compose), ("spaces", single_spaces)))


def _cleaned(
    text: str, hidden: set[str], steps: Iterable[tuple[str, Callable[[str], str]]]
) -> tuple[str, tuple[str, ...]]:
    """Remove characters of the categories `hidden`, apply the steps, and name those that had an
    effect.
    """
    changes: list[str] = []
    kept: list[str] = []
    for char in text:
        if char.isspace():
            kept.append(" ")
        elif char in DIRECTION_MARKS:
            changes.append("direction")
        elif char in VARIATION_SELECTORS or unicodedata.category(char) in hidden:
            changes.append("control")
        else:
            kept.append(char)
    cleaned = "".join(kept)
    for change, step in steps:
        after = step(cleaned)
        if after != cleaned:
            changes.append(change)
            cleaned = after
    return cleaned, tuple(change for change in CHANGES if change in changes)


def plain(text: str) -> str:
    """Replace typographic punctuation with its plain ASCII form."""
    return text.translate(PLAIN)


def clean_text(text: str) -> str:
    """Normalise the sentence, without the list of changes."""
    return normalise(text)[0]


def compose(text: str) -> str:
    """Compose decomposed letters (NFC)."""
    return unicodedata.normalize("NFC", text)


def compatible(text: str) -> str:
    """Replace compatibility forms (NFKC)."""
    return unicodedata.normalize("NFKC", text)


def without_tags(text: str) -> str:
    """Remove HTML tags and Markdown emphasis."""
    text = TAG.sub(" ", text) if "<" in text else text
    return EMPHASIS.sub(r"\2", text) if "*" in text else text


def single_marks(text: str) -> str:
    """Make punctuation plain and reduce doubled marks."""
    text = plain(text)  # NFKC may produce such punctuation from full-width forms
    for pattern, replacement in SIMPLER:
        text = pattern.sub(replacement, text)
    return text


def without_capitals(text: str) -> str:
    """Lower-case a sentence written all in capitals, except its first letter; keep "NASA" alone."""
    letters = [char for char in text if char.isalpha()]
    if not letters or not all(map(str.isupper, letters)) or len(WORD.findall(text)) < 2:
        return text
    small = unicodedata.normalize("NFKC", text.lower())
    start = next(index for index, char in enumerate(small) if char.isalpha())
    return PRONOUN.sub("I", small[:start] + small[start].upper() + small[start + 1 :])


def without_loud_words(text: str, is_word: Callable[[str], bool]) -> str:
    """Write words in capitals, NEVER or TOM'S, as the vocabulary has them; keep NASA."""

    def quiet(found: re.Match[str]) -> str:
        word, ending = found[1], found[2] or ""
        spellings = () if word in ACRONYMS or is_word(word) else (word.lower(), word.capitalize())
        known = next(filter(is_word, spellings), "")
        return known + ending.lower() if known else found[0]

    return LOUD.sub(quiet, text)


def single_spaces(text: str) -> str:
    """Trim the text and reduce runs of spaces to one."""
    return " ".join(text.split())


STEPS = (
    ("nfd", compose),
    ("marks", plain),  # before NFKC, which would expand some of them with a space
    ("nfkc", compatible),
    ("addresses", mask_addresses),
    ("tags", without_tags),
    ("marks", single_marks),
    ("capitals", without_capitals),
    ("spaces", single_spaces),
)
