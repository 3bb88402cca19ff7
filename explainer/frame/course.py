"""The course: which chapters there are, in which order, in which part.

A chapter is a folder of `explainer/chapters` that declares itself; `explainer.chapters` finds those
that are there and hands them to `register`. The frame knows chapters by this declaration alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Chapter:
    """One chapter. Its texts have keys that begin with its id: name, title, idea.

    `bar` says whether the sentence bar stands above it, `settings` whether those of the search are
    in it: not where the page has its own. `talk` says whether its figures are slides of the
    presenter mode. `guide` names a module of it that may put something above any page: its
    `is_here(chapter)` says whether it does, `panel(view, chapter)` draws it and says whether the
    page may follow. `needs` are the ids of chapters to read first. `magnifies` names what the
    chapter enlarges of the first page's figure (`frame.figuremap`), `views` what each of its views
    does, where they differ: pairs of a view and a name. `was` are addresses of pages that are part
    of it now: they open it.
    """

    id: str
    icon: str
    bar: bool = True
    settings: bool = True
    talk: bool = True
    guide: str = ""
    needs: tuple[str, ...] = ()
    magnifies: str = ""
    views: tuple[tuple[str, str], ...] = ()
    was: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Text key: what the list of chapters and the browser's tab say."""
        return f"{self.id}.name"

    @property
    def title(self) -> str:
        """Text key: the heading of the page."""
        return f"{self.id}.title"

    @property
    def idea(self) -> str:
        """Text key: one sentence below the heading, the question that is answered."""
        return f"{self.id}.idea"

    @property
    def detail(self) -> str:
        """Text key: the rest of it, folded below the beats; a chapter may have none."""
        return f"{self.id}.detail"

    @property
    def module(self) -> str:
        """The module with its `PAGE`, see `frame.page.Page`."""
        return f"explainer.chapters.{self.id}.page"

    @property
    def url(self) -> str:
        """The last part of its address; the first chapter is the app's own address."""
        return "" if self == chapters()[0] else self.id


@dataclass(frozen=True)
class Part:
    """Chapters that belong together; its name is the text `shell.part_<id>`."""

    id: str
    chapters: tuple[Chapter, ...]

    @property
    def name(self) -> str:
        return f"shell.part_{self.id}"


_course: tuple[Part, ...] = ()
_chapters: tuple[Chapter, ...] = ()


def register(parts: Sequence[Part]) -> None:
    """Called once by `explainer.chapters`, before anything is drawn."""
    global _course, _chapters  # noqa: PLW0603  # one process, one course; written once
    _course = tuple(parts)
    _chapters = tuple(chapter for part in _course for chapter in part.chapters)


def parts() -> tuple[Part, ...]:
    """The parts that have a chapter, in order."""
    return _course


def chapters() -> tuple[Chapter, ...]:
    """All chapters, in order. Raises RuntimeError before `explainer.chapters` was imported."""
    if not _chapters:
        raise RuntimeError("no chapter is registered: import explainer.chapters first")
    return _chapters


def part_of(chapter: Chapter) -> Part:
    """The part it belongs to."""
    return next(part for part in _course if chapter in part.chapters)


def around(chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
    """The chapters before and after it; None at the ends of the course."""
    course = chapters()
    at = course.index(chapter)
    return course[at - 1] if at else None, course[at + 1] if at + 1 < len(course) else None


def needed(chapter: Chapter) -> tuple[Chapter, ...]:
    """The chapters to read before it, as far as they are there."""
    return tuple(one for one in map(chapter_of, chapter.needs) if one is not None)


def chapter_at(url: str) -> Chapter | None:
    """What opens at an address, also at one of old; None at an unknown one."""
    return next((one for one in chapters() if url == one.url or url in one.was), None)


def chapter_of(id: str) -> Chapter | None:
    """The chapter, or None where its folder is not there."""
    return next((chapter for chapter in chapters() if chapter.id == id), None)
