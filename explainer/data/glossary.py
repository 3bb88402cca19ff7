"""The glossary: terms with names and meanings in every language, symbols and related pages."""

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
FINALS: Final = 28 * 21  # syllables with the same initial consonant
# Doubled consonants are listed with the plain ones, as in a Korean dictionary's index.
INITIALS: Final = "ㄱㄱㄴㄷㄷㄹㅁㅂㅂㅅㅅㅇㅈㅈㅊㅋㅌㅍㅎ"


FALLBACK: Final = "en"  # language used if a term has no name in the reader's
T = TypeVar("T")


@dataclass(frozen=True)
class Term:
    """A glossary entry; `names`, `meanings` and synonyms (`others`) are by language.

    `symbol` is LaTeX or ""; `page` is a page id; `parts` are the parts of the model under which the
    term is listed, the main one first; () to list it under its page's parts.
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
        """Return the synonyms in a language."""
        return self.others.get(lang, ())

    def means(self, lang: str) -> str:
        """Return the meaning in a language."""
        return said_in(lang, self.meanings)

    def all_names(self) -> tuple[str, ...]:
        """Return names and synonyms in all languages."""
        return (*self.names.values(), *chain(*self.others.values()))


def said_in(lang: str, by_language: Mapping[str, T]) -> T:
    """Return the entry for a language, else that for FALLBACK."""
    return by_language.get(lang, by_language[FALLBACK])


@cache
def terms() -> tuple[Term, ...]:
    """Return all terms in file order."""
    entries: list[dict[str, Any]] = tomllib.loads(FILE.read_text(encoding="utf-8"))["term"]
    return tuple(_term(entry) for entry in entries)


def _term(entry: dict[str, Any]) -> Term:
    """Parse a TOML entry: name `xx` in language xx, meaning `xx_means`, synonyms `also_xx`."""
    said = {key: value for key, value in entry.items() if key.endswith("_means")}
    languages = [key.removesuffix("_means") for key in said]
    others = {lang: tuple(entry.pop(f"also_{lang}", ())) for lang in languages}
    names = {lang: entry.pop(lang) for lang in languages}
    meanings = {lang: entry.pop(f"{lang}_means") for lang in languages}
    entry["parts"] = tuple(entry.get("parts", ()))
    return Term(names=names, meanings=meanings, others=others, **entry)


@dataclass(frozen=True)
class Contrast:
    """Two easily confused terms by id, with a sentence for each by language.

    A side that is not in the glossary has the id "" and its name in `others`.
    """

    sides: tuple[str, str]
    sentences: Mapping[str, tuple[str, str]]
    others: Mapping[str, str]

    def name(self, side: int, lang: str) -> str:
        if self.sides[side]:
            return _by_id()[self.sides[side]].name(lang)
        return said_in(lang, self.others)

    def says(self, side: int, lang: str) -> str:
        """Return the sentence on one side in a language."""
        return said_in(lang, self.sentences)[side]


@cache
def contrasts() -> tuple[Contrast, ...]:
    """Return all contrasts in file order."""
    entries = tomllib.loads(CONTRASTS.read_text(encoding="utf-8"))["contrast"]
    return tuple(_contrast(**each) for each in entries)


def _contrast(sides: Sequence[str], **said: Any) -> Contrast:
    """Parse a TOML entry: `xx` are the sentences in language xx, `other_xx` is the name."""
    others = {key.removeprefix("other_"): name for key, name in said.items() if "_" in key}
    sentences = {key: (pair[0], pair[1]) for key, pair in said.items() if "_" not in key}
    return Contrast((sides[0], sides[1]), sentences, others)


def contrasts_of(term: Term) -> list[tuple[Contrast, int]]:
    """Return the contrasts with a term, each with the index of the term's side."""
    return [(each, each.sides.index(term.id)) for each in contrasts() if term.id in each.sides]


@cache
def _by_id() -> Mapping[str, Term]:
    return {term.id: term for term in terms()}


def in_order(entries: Iterable[Term], lang: str) -> list[Term]:
    """Sort terms alphabetically for `lang`; Hangul syllables are encoded in dictionary order."""
    return sorted(entries, key=lambda term: plain(term.name(lang)))


def letter(term: Term, lang: str) -> str:
    """Return the index letter of a term: ㄱ, ㄴ, ... or A, B, ...; "" for a symbol."""
    first = unicodedata.normalize("NFC", term.name(lang))[0]
    if lang == "ko" and "가" <= first <= "힣":
        return INITIALS[(ord(first) - FIRST_SYLLABLE) // FINALS]
    return first.upper() if lang != "ko" and first.isalpha() else ""


def search(query: str, lang: str) -> list[Term]:
    """Find terms with every word of `query` in a name of any language or in the meaning.

    Best match first: a name equal to the query, starting with it, containing it, then the rest.
    Ignores case, character width and Hangul decomposition. "" finds all.
    """
    words = plain(query).split()
    matches = in_order((t for t in terms() if all(word in _text(t, lang) for word in words)), lang)
    return sorted(matches, key=lambda term: _distance(term, " ".join(words))) if words else matches


def _distance(term: Term, query: str) -> int:
    """Return the rank of a match, 0 (exact name) to 3 (meaning only)."""
    names = [plain(name) for name in term.all_names()]
    if query in names:
        return 0
    if any(name.startswith(query) for name in names):
        return 1
    return 2 if any(query in name for name in names) else 3


def plain(text: str) -> str:
    """Normalise (NFKC) and case-fold for comparison."""
    return unicodedata.normalize("NFKC", text).casefold()


@cache
def _text(term: Term, lang: str) -> str:
    contrasted = chain(*(each.others.values() for each, _ in contrasts_of(term)))
    return plain("\n".join((term.id, *term.all_names(), term.means(lang), *contrasted)))
