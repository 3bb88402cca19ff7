"""Pages and states of the site, and how addresses of the app map to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from explainer.chapters.beam.state import WIDTH
from explainer.chapters.beam.widths import FEW
from explainer.chapters.layers import dams
from explainer.frame.course import Chapter, chapter_at, chapter_of, chapters
from explainer.frame.navigation import CARRIED as SHARED
from explainer.frame.page import page_of
from explainer.frame.params import MADE_BY
from explainer.frame.teaching import DEPTH, PRESENT
from explainer.lessons import LESSONS, progress
from explainer.lessons.parts import Lesson

OWN: Final = re.compile(r"(?:\./)?([a-z_]*)(?:\?(.*))?")
FIRST: Final = "1"  # id of the state in which a page opens
TAKEN: Final = "0"  # id of a state that no beat and no view has
GLOSSARY: Final = "glossary"
# Default state of a chapter, if not that of the app: all entries, not one.
OPENS: Final[Mapping[str, Mapping[str, str]]] = {GLOSSARY: {"glossary_order": "full"}}
# Parameters of every address that do not affect the content.
CARRIED: Final = frozenset({"lang", "model", "depth", "s"})
# Parameters without a meaning in files: of lessons, slides, shared links and frames.
LEFT: Final = frozenset({*progress.NAMES, progress.DONE, PRESENT, MADE_BY, "embed", "lang", DEPTH})


@dataclass(frozen=True)
class State:
    """State of a page: a beat, by its number, or a view without a beat, by its name."""

    id: str
    address: Mapping[str, str]
    view: str = ""
    label: str = ""
    is_filled: bool = False  # whether its sentence has numbers of the example


@dataclass(frozen=True)
class LessonPage(Chapter):
    """Page that only the site has: a lesson, with the address of its first step."""

    lesson: Lesson = LESSONS[0]

    @property
    def title(self) -> str:
        return self.name

    @property
    def idea(self) -> str:
        return self.lesson.key("goal")

    @property
    def url(self) -> str:
        first = chapter_of(self.lesson.steps[0].page)
        return first.url if first else ""


LESSON_PAGES: Final = {
    id: LessonPage(id, ":material/school:", lesson=lesson)
    for lesson in LESSONS
    for id in [lesson.key("name").partition(".")[0]]
}


def find_page(id: str) -> Chapter | None:
    """Return the chapter or lesson with this id."""
    return chapter_of(id) or LESSON_PAGES.get(id)


@dataclass(frozen=True)
class PageRequest:
    """Chapter that an address of the app, or a chapter's id, asks for.

    `shared` holds the parameters that every page reads, such as its sentence; `controls` those of
    the chapter's own controls.
    """

    chapter: str
    lang: str = ""
    depth: str = ""
    shared: Mapping[str, str] = field(default_factory=dict)
    controls: Mapping[str, str] = field(default_factory=dict)


def parse_address(address: str) -> PageRequest:
    """Parse an address of the app; an unknown name is returned as the chapter."""
    parts = urlsplit(address)
    name = parts.path.rpartition("/")[2]
    chapter = find_page(name) or chapter_at(name)
    said = dict(parse_qsl(parts.query))
    told = {key: value for key, value in said.items() if key not in LEFT}
    shared = {key: value for key, value in told.items() if key in SHARED}
    controls = {key: value for key, value in told.items() if key not in SHARED}
    id = chapter.id if chapter else name
    return PageRequest(id, said.get("lang", ""), said.get(DEPTH, ""), shared, controls)


def states_of(chapter: Chapter, controls: Mapping[str, str] | None = None) -> list[State]:
    """List the states of a chapter: its beats, then views without a beat.

    If no state matches `controls`, a last state is added for them.
    """
    if isinstance(chapter, LessonPage):
        steps = range(1, len(chapter.lesson.steps) + 1)
        at = [{progress.LESSON: chapter.lesson.id, progress.AT: str(step)} for step in steps]
        return [State(one[progress.AT], one, label=one[progress.AT]) for one in at]
    page, base = page_of(chapter), OPENS.get(chapter.id, {})
    name, views = f"{chapter.id}_view", list(page.draw) if isinstance(page.draw, Mapping) else []

    def view_of(address: Mapping[str, str]) -> str:
        homes = (view for control, view in page.homes.items() if control in address)
        return (address.get(name) or next(homes, views[0])) if views else ""

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
    found += [State(view, {name: view}, view) for view in views if view not in told]
    taken = {**base, **(controls or {})}
    if controls and all(one.address != taken for one in found):
        found.append(State(TAKEN, taken, view_of(controls)))
    return found


def answers_of(chapter: Chapter, card: Mapping[str, Any]) -> list[dict[str, str]]:
    """List choices in a chapter's drawing that the model answers, as addresses: each by itself."""
    if chapter.id == "beam":
        return [{WIDTH.name: str(width)} for width in FEW]
    if chapter.id == "layers":
        places = dams.codes(card["model"]).items()
        return [{dams.NAME: code} for code in ("", *(c for c, at in places if at[0] == "decoder"))]
    return []


def find_state(states: Iterable[State], controls: Mapping[str, str]) -> str:
    """Return the id of the state with these controls and the fewest other settings."""
    those = [one for one in states if controls.items() <= one.address.items()]
    return min(those, key=lambda one: len(one.address)).id if controls and those else FIRST


def file_of(chapter: Chapter, sentence: int = 0) -> str:
    """Return the file name of a chapter's page; the second and third example add a number."""
    name = "index" if chapter == chapters()[0] else chapter.id
    return f"{name}{f'-{sentence + 1}' if sentence else ''}.html"


@dataclass(frozen=True)
class Addresses:
    """Links between the pages of one language; `chapters` are the ids that the site has."""

    lang: str
    chapters: frozenset[str]

    def href(self, address: str) -> str:
        """Convert an address of the app to a link of the site; "" if its chapter is not exported.

        Raises ValueError for an address that the app does not have.
        """
        found = OWN.fullmatch(address)
        chapter = chapter_at(found[1]) if found else None
        if found is None or chapter is None:
            raise ValueError(f"no page of the app: {address!r}")
        if chapter.id not in self.chapters:
            return ""
        return file_of(chapter) + self._place(chapter, dict(parse_qsl(found[2] or "")))

    def lesson(self, id: str) -> str:
        """Return the link to a lesson's page; "" if it is not exported."""
        page = next(one for one in LESSON_PAGES.values() if one.lesson.id == id)
        return file_of(page) if page.id in self.chapters else ""

    def _place(self, chapter: Chapter, query: Mapping[str, str]) -> str:
        if chapter.id == GLOSSARY:
            term = query.get("glossary_term")
            return f"#term_{term}" if term else ""
        controls = {name: value for name, value in query.items() if name not in CARRIED}
        state = find_state(states_of(chapter), controls)
        return "" if state == FIRST else f"#{state}"

    def in_data(self, value: Any) -> Any:
        """Convert every address of the app inside a drawing's data to a link of the site."""
        if isinstance(value, dict):
            return {name: self.in_data(one) for name, one in value.items()}
        if isinstance(value, list):
            return [self.in_data(one) for one in value]
        if isinstance(value, str) and value.startswith("./"):
            return self.href(value)
        return value
