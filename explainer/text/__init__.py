"""Catalogue of user-visible texts in every language: strings (TOML) and articles (Markdown).

`Text("ko")("input.translate")` looks up key `translate` in `ko/input.toml` of this folder, where
shared texts are. A chapter's own texts are in its folder: `text("masks.title")` is key `title` of
`chapters/masks/ko.toml`, `text("lesson.head")` key `head` of a file `lesson.ko.toml` in some
chapter, `text.section("lookup.soft_lookup")` a table of texts for a drawing. A string may have
placeholders, `{limit}`, filled by keyword; `{token|을/를}` in a Korean string appends the right
particle.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from explainer.text.josa import particle

Id = TypeVar("Id", bound=str)
LANGUAGES = ("ko", "en")
FALLBACK = "en"  # for readers of other languages
FOLDER = Path(__file__).parent
CHAPTERS = FOLDER.parent / "chapters"

# Letters of scripts that run from right to left, Hebrew to Arabic.
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
# {name} or {name|은/는}; anything else in braces is left unchanged
HOLE = re.compile(r"\{(?P<name>[a-z][a-z0-9_]*)(?:\|(?P<josa>[^{}/|]+/[^{}/|]+))?\}")


def language_of(preferred: str) -> str:
    """Return the supported language for a preference ("ko-KR,ko;q=0.9", "ko_KR", "")."""
    matches = (lang for lang in LANGUAGES if preferred.strip().lower().startswith(lang))
    return next(matches, FALLBACK)


def catalogues(lang: str) -> Iterator[tuple[str, Path]]:
    """Yield (area, file) of all strings of one language; the area is the prefix of their keys."""
    for path in sorted((FOLDER / lang).glob("*.toml")):
        yield path.stem, path
    for path in sorted(CHAPTERS.glob(f"*/{lang}.toml")):
        yield path.parent.name, path
    for path in sorted(CHAPTERS.glob(f"*/*.{lang}.toml")):
        yield path.name.partition(".")[0], path


@cache
def articles(lang: str) -> dict[str, Path]:
    """Return the chapters' articles, {"masks.try": chapters/masks/try.ko.md}."""
    return {
        f"{path.parent.name}.{path.name.partition('.')[0]}": path
        for path in sorted(CHAPTERS.glob(f"*/*.{lang}.md"))
    }


@cache
def strings(lang: str) -> dict[str, str]:
    """Load all strings of one language as {"area.key": "value"}.

    Raises ValueError for a value that is not a string and for two files of one area.
    """
    by_key: dict[str, str] = {}
    areas: set[str] = set()
    for area, path in catalogues(lang):
        if area in areas:
            raise ValueError(f"{path}: there is another file of {area!r}")
        areas.add(area)
        by_key.update(_flat(area, tomllib.loads(path.read_text(encoding="utf-8")), path))
    return by_key


def _flat(above: str, table: Mapping[str, Any], path: Path) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{above}.{key}", value, path)
        elif isinstance(value, str):
            yield f"{above}.{key}", value
        else:
            raise ValueError(f"{path.name}: {key} is not a string")


def isolated(value: str) -> str:
    """Return what fills a sentence so that it runs in its own direction and turns nothing else."""
    if value.isascii() or not RIGHT_TO_LEFT.search(value):
        return value
    return f"\u2068{value}\u2069"


def holes(template: str) -> set[str]:
    """Return the names of the placeholders in a string."""
    return {match["name"] for match in HOLE.finditer(template)}


class Text:
    """The texts of one language; equal if the language is the same."""

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"unknown language {lang!r}, not one of {', '.join(LANGUAGES)}")
        self.lang = lang

    def __call__(self, key: str, **values: object) -> str:
        """Return the string `key` with its placeholders filled.

        Raises KeyError for an unknown key and for a placeholder without a value.
        """
        template = strings(self.lang)[key]
        if "{" not in template:  # fast path, taken hundreds of times per run
            return template

        def fill(match: re.Match[str]) -> str:
            value = str(values[match["name"]])
            shown = isolated(value)
            if not match["josa"]:
                return shown
            with_final, without_final = match["josa"].split("/")
            return shown + particle(value, with_final, without_final)

        return HOLE.sub(fill, template)

    def template(self, key: str, **values: object) -> str:
        """Return the string `key` for a drawing, which fills placeholders without a value itself.

        Raises ValueError if such a placeholder has a particle, which only Python can choose.
        """
        string = strings(self.lang)[key]
        for match in HOLE.finditer(string):
            if match["josa"] and match["name"] not in values:
                raise ValueError(f"{key}: nobody chooses the particle of {match[0]}")
        return self(key, **{name: f"{{{name}}}" for name in holes(string)} | values)

    def each(self, pattern: str, *ids: Id, **values: object) -> dict[Id, str]:
        """Return a string for each id: `each("maps.unit_*", "tokens", "words")`."""
        return {id: self(pattern.replace("*", id), **values) for id in ids}

    @cache  # noqa: B019  # of texts that are equal there is one result
    def section(self, table: str) -> Mapping[str, str]:
        """Return the texts of a drawing, which fills the placeholders itself.

        "lookup.soft_lookup" is `[soft_lookup]` in the chapter's file.
        """
        keys = (key for key in strings(self.lang) if key.startswith(f"{table}."))
        found = {key.removeprefix(f"{table}."): self.template(key) for key in keys}
        return MappingProxyType(found)

    def article(self, name: str) -> str:
        """Read an article in Markdown: "masks.try" is `chapters/masks/try.<lang>.md`."""
        return articles(self.lang)[name].read_text(encoding="utf-8")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and other.lang == self.lang

    def __hash__(self) -> int:
        return hash(self.lang)

    def __repr__(self) -> str:
        return f"Text({self.lang!r})"
