"""The places of the site, and where an address of the app leads in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl

from explainer.data import glossary
from explainer.frame.course import Chapter, chapter_at, chapters
from explainer.frame.page import page_of

OWN: Final = re.compile(r"(?:\./)?([a-z_]*)(?:\?(.*))?")
FIRST: Final = "1"  # the state in which a page opens
GLOSSARY: Final = "glossary"
# How a chapter opens here where it opens otherwise in the app: all entries, not one.
OPENS: Final[Mapping[str, Mapping[str, str]]] = {GLOSSARY: {"glossary_order": "full"}}
# What is in every address and says nothing of what is shown.
CARRIED: Final = frozenset({"lang", "model", "depth", "s"})


@dataclass(frozen=True)
class State:
    """A beat, by its number, or a view that no beat shows, by its name."""

    id: str
    address: Mapping[str, str]
    view: str = ""
    label: str = ""
    is_filled: bool = False  # its sentence has numbers of the example


def states_of(chapter: Chapter) -> list[State]:
    page, base = page_of(chapter), OPENS.get(chapter.id, {})
    name, views = f"{chapter.id}_view", list(page.draw) if isinstance(page.draw, Mapping) else []

    def view_of(address: Mapping[str, str]) -> str:
        homes = (view for control, view in page.homes.items() if control in address)
        return address.get(name) or next(homes, views[0] if views else "")

    found = [
        State(
            str(number),
            {**base, **beat.sets},
            view_of(beat.sets),
            beat.label or str(number),
            beat.fills is not None,
        )
        for number, beat in enumerate(page.beats, 1)
    ]
    found = found or [State(FIRST, base, view_of(base))]
    told = {state.view for state in found}
    return found + [State(view, {name: view}, view) for view in views if view not in told]


def file_of(chapter: Chapter, sentence: int = 0) -> str:
    """The file of a chapter's page; those of the second and third example have a number."""
    name = "index" if chapter == chapters()[0] else chapter.id
    return f"{name}{f'-{sentence + 1}' if sentence else ''}.html"


@dataclass(frozen=True)
class Addresses:
    """Of the pages of one language; `there` are the ids of the chapters in the site."""

    lang: str
    there: frozenset[str]

    def href(self, address: str) -> str:
        """ "" where the chapter is not in the site. Raises ValueError for no address of the app."""
        found = OWN.fullmatch(address)
        chapter = chapter_at(found[1]) if found else None
        if found is None or chapter is None:
            raise ValueError(f"no page of the app: {address!r}")
        if chapter.id not in self.there:
            return ""
        return file_of(chapter) + self._place(chapter, dict(parse_qsl(found[2] or "")))

    def _place(self, chapter: Chapter, query: Mapping[str, str]) -> str:
        if chapter.id == GLOSSARY:
            names = {term.name(self.lang): term.id for term in glossary.terms()}
            term = query.get("glossary_term") or names.get(query.get("glossary_q", ""), "")
            return f"#term_{term}" if term else ""
        asked = {name: value for name, value in query.items() if name not in CARRIED}
        shown = (one.id for one in states_of(chapter) if asked.items() <= one.address.items())
        state = next(shown, FIRST) if asked else FIRST
        return "" if state == FIRST else f"#{state}"

    def in_data(self, value: Any) -> Any:
        """What a drawing is given, its addresses of the app made those of the site."""
        if isinstance(value, dict):
            return {name: self.in_data(one) for name, one in value.items()}
        if isinstance(value, list):
            return [self.in_data(one) for one in value]
        if isinstance(value, str) and value.startswith("./"):
            return self.href(value)
        return value
