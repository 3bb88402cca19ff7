"""The words of the app in every language, with symbol, meaning, and where each can be seen."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar

FILE: Final = Path(__file__).with_name("terms.toml")
CONTRASTS: Final = Path(__file__).with_name("contrasts.toml")
FIRST_SYLLABLE: Final = 0xAC00
FINALS: Final = 28 * 21  # syllables that begin with the same consonant
# Doubled consonants stand with the plain ones, as in a Korean dictionary's index.
INITIALS: Final = "ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ"


FALLBACK: Final = "en"  # what a term is called in a language that has no name for it
T = TypeVar("T")


@dataclass(frozen=True)
class Term:
    """`names`, `meanings` and further names for the same, `others`, are by language; `symbol` is
    LaTeX or ""; `page` is a page's id, `parts` are the places in and around the model where a term
    is listed, its home first; () for those that its page magnifies.
    """

    id: str
    names: Mapping[str, str] = field(hash=False)
    meanings: Mapping[str, str] = field(hash=False)
    others: Mapping[str, tuple[str, ...]] = field(hash=False)
    page: str
    symbol: str = ""
    parts: tuple[str, ...] = ()
    params: Mapping[str, str] = field(default_factory=dict, hash=False)

    def name(self, lang: str) -> str:
        return said_in(lang, self.names)

    def also(self, lang: str) -> tuple[str, ...]:
        return self.others.get(lang, ())

    def means(self, lang: str) -> str:
        return said_in(lang, self.meanings)

    def all_names(self) -> tuple[str, ...]:
        """Of every language."""
        return (*self.names.values(), *chain(*self.others.values()))


def said_in(lang: str, by_language: Mapping[str, T]) -> T:
    """What stands there for a language, else for FALLBACK."""
    return by_language.get(lang, by_language[FALLBACK])


@cache
def terms() -> tuple[Term, ...]:
    """All of them in the order of the file."""
    entries: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["term"]
    return tuple(_term(entry) for entry in entries)


def _term(entry: dict[str, Any]) -> Term:
    """Of an entry `xx` is the name in a language, `xx_means` its meaning, `also_xx` the others."""
    said = {key: value for key, value in entry.items() if key.endswith("_means")}
    languages = [key.removesuffix("_means") for key in said]
    others = {lang: tuple(entry.pop(f"also_{lang}", ())) for lang in languages}
    names = {lang: entry.pop(lang) for lang in languages}
    meanings = {lang: entry.pop(f"{lang}_means") for lang in languages}
    entry["parts"] = tuple(entry.get("parts", ()))
    return Term(names=names, meanings=meanings, others=others, **entry)


@dataclass(frozen=True)
class Contrast:
    """Two terms that are easily taken for one another, by id, and a sentence for each by language.

    What is no term of the glossary has the id "" and a name of its own in `others`.
    """

    sides: tuple[str, str]
    sentences: Mapping[str, tuple[str, str]]
    others: Mapping[str, str]

    def name(self, side: int, lang: str) -> str:
        if self.sides[side]:
            return _by_id()[self.sides[side]].name(lang)
        return said_in(lang, self.others)

    def says(self, side: int, lang: str) -> str:
        return said_in(lang, self.sentences)[side]


@cache
def contrasts() -> tuple[Contrast, ...]:
    """All of them in the order of the file."""
    entries = tomllib.loads(CONTRASTS.read_text(encoding="utf-8"))["contrast"]
    return tuple(_contrast(**each) for each in entries)


def _contrast(sides: Sequence[str], **said: Any) -> Contrast:
    """Of an entry `xx` are the sentences in a language, `other_xx` the name."""
    others = {key.removeprefix("other_"): name for key, name in said.items() if "_" in key}
    sentences = {key: (pair[0], pair[1]) for key, pair in said.items() if "_" not in key}
    return Contrast((sides[0], sides[1]), sentences, others)


def contrasts_of(term: Term) -> list[tuple[Contrast, int]]:
    """Those of a term, each with the side on which it stands."""
    return [(each, each.sides.index(term.id)) for each in contrasts() if term.id in each.sides]


@cache
def _by_id() -> Mapping[str, Term]:
    return {term.id: term for term in terms()}


def in_order(entries: Iterable[Term], lang: str) -> list[Term]:
    """As a dictionary of `lang` lists them. Syllables are coded in that order."""
    return sorted(entries, key=lambda term: plain(term.name(lang)))


def letter(term: Term, lang: str) -> str:
    """Under which letter a term stands: ㄱ, ㄴ, ... or A, B, ...; "" for a symbol."""
    first = unicodedata.normalize("NFC", term.name(lang))[0]
    if lang == "ko" and "가" <= first <= "힣":
        return INITIALS[(ord(first) - FIRST_SYLLABLE) // FINALS]
    return first.upper() if lang != "ko" and first.isalpha() else ""


def search(query: str, lang: str) -> list[Term]:
    """The terms with every word of `query` in a name of any language or in the meaning, the best
    match first: a name that is the query, one that begins with it, one that holds it, the rest.

    Capitals, full-width letters and decomposed Hangul make no difference. "" finds all.
    """
    words = plain(query).split()
    matches = in_order((t for t in terms() if all(word in _text(t, lang) for word in words)), lang)
    return sorted(matches, key=lambda term: _distance(term, " ".join(words))) if words else matches


def _distance(term: Term, query: str) -> int:
    """How far the closest name of a term is from a query."""
    names = [plain(name) for name in term.all_names()]
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
    told = chain(*(each.others.values() for each, _ in contrasts_of(term)))
    return plain("\n".join((term.id, *term.all_names(), term.means(lang), *told)))
