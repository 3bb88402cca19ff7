"""The words of the app in both languages, with symbol, meaning, and where each can be seen."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("terms.toml")
CONTRASTS: Final = Path(__file__).with_name("contrasts.toml")
FIRST_SYLLABLE: Final = 0xAC00
FINALS: Final = 28 * 21  # syllables that begin with the same consonant
# Doubled consonants stand with the plain ones, as in a Korean dictionary's index.
INITIALS: Final = "ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ"


@dataclass(frozen=True)
class Term:
    """`symbol` is LaTeX or ""; `also_*` are other names for the same; `page` is a page's id,
    `parts` are the places in and around the model where a term is listed, its home first; () for
    those that its page magnifies.
    """

    id: str
    ko: str
    en: str
    ko_means: str
    en_means: str
    page: str
    symbol: str = ""
    also_ko: tuple[str, ...] = ()
    also_en: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    params: Mapping[str, str] = field(default_factory=dict, hash=False)

    def name(self, lang: str) -> str:
        return self.ko if lang == "ko" else self.en

    def also(self, lang: str) -> tuple[str, ...]:
        return self.also_ko if lang == "ko" else self.also_en

    def means(self, lang: str) -> str:
        return self.ko_means if lang == "ko" else self.en_means


@cache
def terms() -> tuple[Term, ...]:
    """All of them in the order of the file."""
    entries: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["term"]
    for entry in entries:
        for name in ("also_ko", "also_en", "parts"):
            entry[name] = tuple(entry.get(name, ()))
    return tuple(Term(**entry) for entry in entries)


@dataclass(frozen=True)
class Contrast:
    """Two terms that are easily taken for one another, by id, and a sentence for each: `ko`, `en`.

    What is no term of the glossary has the id "" and a name of its own, `other_*`.
    """

    sides: tuple[str, str]
    ko: tuple[str, str]
    en: tuple[str, str]
    other_ko: str = ""
    other_en: str = ""

    def name(self, side: int, lang: str) -> str:
        if self.sides[side]:
            return _by_id()[self.sides[side]].name(lang)
        return self.other_ko if lang == "ko" else self.other_en

    def says(self, side: int, lang: str) -> str:
        return (self.ko if lang == "ko" else self.en)[side]


@cache
def contrasts() -> tuple[Contrast, ...]:
    """All of them in the order of the file."""
    entries = tomllib.loads(CONTRASTS.read_text(encoding="utf-8"))["contrast"]
    pairs = ("sides", "ko", "en")
    return tuple(Contrast(**{**each, **{n: tuple(each[n]) for n in pairs}}) for each in entries)


def contrasts_of(term: Term) -> list[tuple[Contrast, int]]:
    """Those of a term, each with the side on which it stands."""
    return [(each, each.sides.index(term.id)) for each in contrasts() if term.id in each.sides]


@cache
def _by_id() -> Mapping[str, Term]:
    return {term.id: term for term in terms()}


def in_order(entries: Iterable[Term], lang: str) -> list[Term]:
    """As a dictionary of `lang` ("ko" or "en") lists them. Syllables are coded in that order."""
    return sorted(entries, key=lambda term: plain(term.name(lang)))


def letter(term: Term, lang: str) -> str:
    """Under which letter a term stands: ㄱ, ㄴ, ... or A, B, ...; "" for a symbol."""
    first = unicodedata.normalize("NFC", term.name(lang))[0]
    if lang == "ko" and "가" <= first <= "힣":
        return INITIALS[(ord(first) - FIRST_SYLLABLE) // FINALS]
    return first.upper() if lang == "en" and first.isalpha() else ""


def search(query: str, lang: str) -> list[Term]:
    """The terms with every word of `query` in a name of either language or in the meaning, the best
    match first: a name that is the query, one that begins with it, one that holds it, the rest.

    Capitals, full-width letters and decomposed Hangul make no difference. "" finds all.
    """
    words = plain(query).split()
    matches = in_order((t for t in terms() if all(word in _text(t, lang) for word in words)), lang)
    return sorted(matches, key=lambda term: _distance(term, " ".join(words))) if words else matches


def _distance(term: Term, query: str) -> int:
    """How far the closest name of a term is from a query."""
    names = [plain(name) for name in (term.ko, term.en, *term.also_ko, *term.also_en)]
    if query in names:
        return 0
    if any(name.startswith(query) for name in names):
        return 1
    return 2 if any(query in name for name in names) else 3


def plain(text: str) -> str:
    """Composed and in small letters, for comparing."""
    return unicodedata.normalize("NFKC", text).casefold()


@cache
def _text(term: Term, lang: str) -> str:
    names = (term.id, term.ko, term.en, *term.also_ko, *term.also_en, term.means(lang))
    told = (part for each, _ in contrasts_of(term) for part in (each.other_ko, each.other_en))
    return plain("\n".join((*names, *told)))
