"""What the reader sees, in every language: short strings (TOML) and articles (Markdown).

`Text("ko")("input.translate")` reads key `translate` of `ko/input.toml` in this folder, which holds
the words that many chapters share. A chapter's own words lie with it: `text("masks.title")` is key
`title` of `chapters/masks/ko.toml`, `text("lesson.head")` key `head` of a file `lesson.ko.toml` in
some chapter, `text.section("lookup.soft_lookup")` a table of words for a drawing. A string may have
holes, `{limit}`, filled by keyword; `{token|을/를}` in a Korean string adds the particle that fits.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from explainer.text.josa import particle

Id = TypeVar("Id", bound=str)
LANGUAGES = ("ko", "en")
FALLBACK = "en"  # for a reader of none of them
FOLDER = Path(__file__).parent
CHAPTERS = FOLDER.parent / "chapters"

# {name} or {name|은/는}; anything else in braces is left as it stands
HOLE = re.compile(r"\{(?P<name>[a-z][a-z0-9_]*)(?:\|(?P<josa>[^{}/|]+/[^{}/|]+))?\}")


def language_of(preferred: str) -> str:
    """The language for a reader who prefers this one ("ko-KR,ko;q=0.9", "ko_KR", "")."""
    known = (lang for lang in LANGUAGES if preferred.strip().lower().startswith(lang))
    return next(known, FALLBACK)


def catalogues(lang: str) -> Iterator[tuple[str, Path]]:
    """(area, file) of all strings of one language; the area begins their keys."""
    for path in sorted((FOLDER / lang).glob("*.toml")):
        yield path.stem, path
    for path in sorted(CHAPTERS.glob(f"*/{lang}.toml")):
        yield path.parent.name, path
    for path in sorted(CHAPTERS.glob(f"*/*.{lang}.toml")):
        yield path.name.partition(".")[0], path


@cache
def articles(lang: str) -> dict[str, Path]:
    """{"masks.try": chapters/masks/try.ko.md}: the longer texts of the chapters."""
    return {
        f"{path.parent.name}.{path.name.partition('.')[0]}": path
        for path in sorted(CHAPTERS.glob(f"*/*.{lang}.md"))
    }


@cache
def strings(lang: str) -> dict[str, str]:
    """All strings of one language as {"area.key": "value"}.

    Raises ValueError for a value that is no string and for two files of one area.
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


def holes(template: str) -> set[str]:
    """Names of the holes in a string."""
    return {match["name"] for match in HOLE.finditer(template)}


class Text:
    """The words of one language. Two of the same language are equal."""

    def __init__(self, lang: str) -> None:
        if lang not in LANGUAGES:
            raise ValueError(f"unknown language {lang!r}, not one of {', '.join(LANGUAGES)}")
        self.lang = lang

    def __call__(self, key: str, **values: object) -> str:
        """The string `key` with its holes filled.

        Raises KeyError for an unknown key and for a hole without a value.
        """
        template = strings(self.lang)[key]
        if "{" not in template:  # most of them, hundreds in a run
            return template

        def fill(match: re.Match[str]) -> str:
            value = str(values[match["name"]])
            if not match["josa"]:
                return value
            with_final, without_final = match["josa"].split("/")
            return value + particle(value, with_final, without_final)

        return HOLE.sub(fill, template)

    def template(self, key: str, **values: object) -> str:
        """The string `key` for a drawing that fills holes itself: those without a value stay.

        Raises ValueError for such a hole with a particle, which only we could choose.
        """
        string = strings(self.lang)[key]
        for match in HOLE.finditer(string):
            if match["josa"] and match["name"] not in values:
                raise ValueError(f"{key}: nobody chooses the particle of {match[0]}")
        return self(key, **{name: f"{{{name}}}" for name in holes(string)} | values)

    def each(self, pattern: str, *ids: Id) -> dict[Id, str]:
        """The string of every id: `each("maps.unit_*", "tokens", "words")`, without holes."""
        return {id: self(pattern.replace("*", id)) for id in ids}

    def section(self, table: str) -> dict[str, str]:
        """The words of a drawing, which fills the holes itself: `[balance]` of a chapter's file is
        "lookup.soft_lookup".
        """
        keys = (key for key in strings(self.lang) if key.startswith(f"{table}."))
        return {key.removeprefix(f"{table}."): self.template(key) for key in keys}

    def article(self, name: str) -> str:
        """A longer text, Markdown: "masks.try" is `chapters/masks/try.<lang>.md`."""
        return articles(self.lang)[name].read_text(encoding="utf-8")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and other.lang == self.lang

    def __hash__(self) -> int:
        return hash(self.lang)

    def __repr__(self) -> str:
        return f"Text({self.lang!r})"
