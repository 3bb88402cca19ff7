"""Registry of the course: its chapters, their order and parts.

A chapter is a folder of `explainer/chapters` with a declaration; `explainer.chapters` discovers
them and calls `register`. The frame knows chapters only by their declarations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Chapter:
    """Declaration of a chapter. Its texts have keys with its id as prefix: name, title, idea.

    `bar`: the sentence bar is shown; `settings`: with the search settings, unless the page has its
    own. `talk`: its figures are slides in presenter mode. `guide` names a module in it that may
    draw a panel above any page: `is_here(chapter)` says whether, `panel(view, chapter)` draws it
    and returns whether the page may follow; `invite(view, chapter)` draws the way there below the
    lead figure. `needs` are ids of prerequisite chapters. `magnifies`
    names the region of the first page's figure that it is about (`frame.figuremap`), `views` pairs
    of a view and its region, if they differ. `was` are former URLs, which redirect here.
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
        """Text key of its name in the list of chapters and the browser tab."""
        return f"{self.id}.name"

    @property
    def title(self) -> str:
        """Text key of the page heading."""
        return f"{self.id}.title"

    @property
    def idea(self) -> str:
        """Text key of the sentence below the heading, the question it answers."""
        return f"{self.id}.idea"

    @property
    def detail(self) -> str:
        """Text key of the details, collapsed below the beats; optional."""
        return f"{self.id}.detail"

    @property
    def module(self) -> str:
        """The module with its `PAGE`, see `frame.page.Page`."""
        return f"explainer.chapters.{self.id}.page"

    @property
    def url(self) -> str:
        """Last part of its URL; "" for the first chapter, the app's root."""
        return "" if self == chapters()[0] else self.id


@dataclass(frozen=True)
class Part:
    """A group of chapters; its name is the text `shell.part_<id>`."""

    id: str
    chapters: tuple[Chapter, ...]

    @property
    def name(self) -> str:
        return f"shell.part_{self.id}"


_course: tuple[Part, ...] = ()
_chapters: tuple[Chapter, ...] = ()


def register(parts: Sequence[Part]) -> None:
    """Set the course; called once by `explainer.chapters`, before anything is drawn."""
    global _course, _chapters  # noqa: PLW0603  # one process, one course; written once
    _course = tuple(parts)
    _chapters = tuple(chapter for part in _course for chapter in part.chapters)


def parts() -> tuple[Part, ...]:
    """Return the non-empty parts in order."""
    return _course


def chapters() -> tuple[Chapter, ...]:
    """Return all chapters in order. Raises RuntimeError unless `explainer.chapters` is imported."""
    if not _chapters:
        raise RuntimeError("no chapter is registered: import explainer.chapters first")
    return _chapters


def part_of(chapter: Chapter) -> Part:
    """Return the part that contains a chapter."""
    return next(part for part in _course if chapter in part.chapters)


def around(chapter: Chapter) -> tuple[Chapter | None, Chapter | None]:
    """Return the previous and next chapter; None at the ends of the course."""
    course = chapters()
    index = course.index(chapter)
    following = course[index + 1] if index + 1 < len(course) else None
    return course[index - 1] if index else None, following


def needed(chapter: Chapter) -> tuple[Chapter, ...]:
    """Return the installed prerequisites of a chapter."""
    return tuple(other for other in map(chapter_of, chapter.needs) if other is not None)


def chapter_at(url: str) -> Chapter | None:
    """Return the chapter at a current or former URL; None if unknown."""
    return next((c for c in chapters() if url == c.url or url in c.was), None)


def chapter_of(id: str) -> Chapter | None:
    """Return a chapter by id; None if its folder does not exist."""
    return next((chapter for chapter in chapters() if chapter.id == id), None)
