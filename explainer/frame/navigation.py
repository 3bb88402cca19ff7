"""Navigation: the chapter list, the links at the foot of a page, and going to a chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Final
from urllib.parse import urlencode

import streamlit as st

from explainer import __version__
from explainer.frame import address, teaching
from explainer.frame.course import (
    Chapter,
    around,
    chapter_at,
    chapter_of,
    chapters,
    needed,
    parts,
)
from explainer.frame.pagelinks import Group, Item, pagelinks
from explainer.frame.params import CHECKS
from explainer.lessons import LESSONS, progress
from explainer.lessons.parts import Lesson
from explainer.streamlit_internals import page_asked_for
from explainer.text import Text

# Parameters that every page reads.
CARRIED: Final = frozenset({"model", "s", *CHECKS, *teaching.NAMES, *progress.NAMES, progress.DONE})
LESSONS_PAGE: Final = "lessons"  # the chapter with the lessons
PAGES: Final = "pages"  # session: Streamlit's pages, by chapter and language
ASKED: Final = "chapter_asked"  # session: the chapter to go to, and its parameters


def pages(text: Text) -> dict[str, st.Page]:
    """Return a Streamlit page per chapter id and per former URL; the shell draws them.

    Cached by session and language, since every run needs all of them.
    """
    made: dict[tuple[str, str], st.Page] = st.session_state.setdefault(PAGES, {})
    by_id = {}
    for spec in chapters():
        for id, url in ((spec.id, spec.url), *zip(spec.was, spec.was, strict=True)):
            key = id, text.lang
            if key not in made:
                made[key] = st.Page(
                    _nothing, title=text(spec.name), icon=spec.icon, url_path=url, default=not url
                )
            by_id[id] = made[key]
    return by_id


def _nothing() -> None:
    """Do nothing; Streamlit needs a function per page."""


def navigation(text: Text) -> Chapter:
    """Register the pages with Streamlit and return the open chapter."""
    current = st.navigation([*pages(text).values()], position="hidden")
    current.run()
    spec = chapter_at(current.url_path)
    assert spec is not None  # one of the registered pages
    return spec


def is_unknown() -> bool:
    """Return whether the URL names no chapter, so that the first one opens instead."""
    asked = page_asked_for() or ""
    return asked != "" and chapter_at(asked) is None


def links(text: Text, spec: Chapter) -> None:
    """Draw links to the lessons and chapters, which keep sentence, model and settings.

    Only the part of the open page `spec` is expanded; a part of one chapter has no fold.
    Streamlit's own menu drops the parameters; writing them again would add a history entry, at
    which "back" would stop.
    """
    if teaching.hides("chapters"):
        st.text(text("teaching.chapters_hidden"))
        st.caption(text("shell.version", version=__version__))
        return
    pagelinks(
        key="contents",
        look="folds",
        groups=_contents(text.lang),
        query=urlencode(carried_values()),
        on_go=ask,
        here=spec.id,
        title=text("shell.chapters"),
        note=text("shell.version", version=__version__),
    )


@cache  # the same with every run
def _contents(lang: str) -> tuple[Group, ...]:
    text, lessons = Text(lang), chapter_of(LESSONS_PAGE)
    listed = [(part, [one for one in part.chapters if one != lessons]) for part in parts()]
    groups = [
        Group(text(part.name), tuple(_item(text, one) for one in there)) for part, there in listed
    ]
    if lessons is not None:
        groups.insert(1, Group("", (_item(text, lessons),)))
    return tuple(groups)


def ask(id: str, params: Mapping[str, str] | None = None) -> None:
    """Go to the chapter `id` in the next run; for callbacks, which cannot switch pages."""
    st.session_state[ASKED] = id, {} if params is None else params


def go_where_asked(text: Text, spec: Chapter) -> None:
    """Switch to the chapter that a callback asked for; call before anything is drawn."""
    id, params = st.session_state.pop(ASKED, ("", {}))
    chapter = chapter_of(id)
    if chapter is None:
        return
    for name, value in params.items():
        address.give(name, value)  # another page may have the same control, with another value
    if chapter != spec:
        st.switch_page(pages(text)[chapter.id], query_params={**carried_values(), **params})


def draw_needed(text: Text, spec: Chapter) -> None:
    """Draw links to a page's prerequisites; on the first page, ways to begin and continue."""
    if _is_alone():
        return
    if spec == chapters()[0]:
        st.caption(text("chapter.start", after=text("chapter.after")))
    if before := needed(spec):
        draw_line(text, "needed", before, text("chapter.needed"))


def draw_line(
    text: Text,
    key: str,
    listed: Sequence[Chapter],
    name: str = "",
    params: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Draw links to chapters in a line, with further URL parameters."""
    pagelinks(
        key=key,
        look="line",
        groups=[Group(name, tuple(_item(text, one) for one in listed))],
        query=urlencode({**carried_values(), **params}),
        on_go=partial(ask, params=params),
    )


def draw_foot(text: Text, spec: Chapter) -> None:
    """Draw links to the previous chapter, the lesson about this one, and the next chapter."""
    if _is_alone():
        return
    before, after = around(spec)
    groups = []
    if before is not None:
        groups.append(Group(text("chapter.before"), (_item(text, before, "arrow_back"),)))
    lessons, lesson = chapter_of(LESSONS_PAGE), lesson_on(spec)
    if lessons not in {None, before, after} and lesson is not None:
        link = Item(LESSONS_PAGE, LESSONS_PAGE, text(lesson.key("name")), "school")
        groups.append(Group(text("chapter.lesson", minutes=lesson.minutes), (link,)))
    if after is not None:
        on = replace(_item(text, after, "arrow_forward"), note=text(after.idea))
        groups.append(Group(text("chapter.after"), (on,)))
    pagelinks(
        key="foot",
        look="foot",
        groups=groups,
        query=urlencode(carried_values()),
        on_go=ask,
    )


@cache
def lesson_on(chapter: Chapter) -> Lesson | None:
    """Return the lesson with the most steps on a chapter."""
    steps = {lesson.id: sum(step.page == chapter.id for step in lesson.steps) for lesson in LESSONS}
    most = max(LESSONS, key=lambda lesson: steps[lesson.id])
    return most if steps[most.id] else None


def _is_alone() -> bool:
    """Return whether the page has no links to others: hidden by a teacher, or a slide."""
    return teaching.hides("chapters") or teaching.current().present


def _item(text: Text, chapter: Chapter, icon: str = "") -> Item:
    own = chapter.icon.removeprefix(":material/").removesuffix(":")
    return Item(chapter.id, chapter.url, text(chapter.name), icon or own)


def open_page(page_id: str, text: Text, params: Mapping[str, str]) -> None:
    """Go to a chapter with further URL parameters; do nothing if it does not exist."""
    chapter = chapter_of(page_id)
    if chapter is not None:
        st.switch_page(pages(text)[chapter.id], query_params={**st.query_params, **params})


def carried_values() -> dict[str, str]:
    """Return the parameters that every link keeps: sentence, model, settings, teaching options."""
    return {name: value for name, value in st.query_params.to_dict().items() if name in CARRIED}
