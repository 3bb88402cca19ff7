"""Build a teacher's link: page, sentence, settings, and what it locks, hides and explains.

Only converts URLs; does not draw or access anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from explainer import __version__
from explainer.frame import teaching
from explainer.frame.course import chapter_at, chapters
from explainer.frame.params import CHECKS, MADE_BY
from explainer.frame.presenter import SLIDE
from explainer.frame.teaching import Teaching
from explainer.lessons import progress
from explainer.lessons.parts import Lesson

LONGEST: Final = 4000  # characters of a pasted link
MOST: Final = 40  # names in it
LONG: Final = 2000  # from here on some messengers cut a link
# A link carries these once, chosen by the teacher, not as they were where it was copied. The marks
# of who copied it are nobody else's.
CHOSEN: Final = frozenset({*teaching.NAMES, SLIDE, "lang", progress.SCORE, progress.GIVEN, MADE_BY})


@dataclass(frozen=True)
class Target:
    """A page id and its URL parameters."""

    page: str
    params: Mapping[str, str]

    @property
    def is_lesson(self) -> bool:
        return progress.LESSON in self.params


def read_link(link: str) -> Target | None:
    """Parse a copied link to its page; None if it is not a link to this app.

    Reads path and parameters only, so links from any server work, and never opens the link.
    """
    if not link.strip() or len(link) > LONGEST:
        return None
    try:
        parts = urlsplit(link.strip())
        params = parse_qsl(parts.query, max_num_fields=MOST, errors="strict")
    except ValueError:
        return None
    last = parts.path.rstrip("/").rpartition("/")[2]
    page = chapter_at(last)
    if page is None and not params:  # some word: nothing in it is ours
        return None
    own = {name: value for name, value in params if name not in CHOSEN}
    return Target((page or chapters()[0]).id, own)


def page_target(written: Mapping[str, str], page: str, sentence: str) -> Target:
    """Return `page` with this URL's model and settings, and `sentence`."""
    kept = {name: value for name, value in written.items() if name in {"model", *CHECKS}}
    wanted = {name: value for name, value in kept.items() if name not in CHOSEN}
    return Target(page, {**wanted, "s": sentence} if sentence else wanted)


def lesson_target(written: Mapping[str, str], lesson: Lesson, at: int, sentence: str) -> Target:
    """Return step `at` (from 0) of a lesson on `sentence`, with this URL's model."""
    step, model = lesson.steps[at], written.get("model")
    params = {**({"model": model} if model else {}), **({"s": sentence} if sentence else {})}
    begun = progress.begin(lesson.id, len(lesson.steps)).at_step(at)
    return Target(step.page, {**params, **progress.to_address(begun), **step.params})


def solution_settings(task: Teaching) -> Teaching:
    """Return the settings of the solution to `task`: nothing hidden, answers shown."""
    return replace(task, hidden=frozenset(), revealed=frozenset({"answers"}))


def make_link(root: str, target: Target, shown: Teaching, lang: str = "") -> str:
    """Build the link; `root` is the URL of the app's first page, "" for a relative link.

    `lang` "ko" or "en" opens the app in that language, "" in the reader's own.
    """
    spec = next(spec for spec in chapters() if spec.id == target.page)
    params = {**target.params, **({"lang": lang} if lang else {}), **teaching.to_address(shown)}
    params[MADE_BY] = __version__
    return f"{root.rstrip('/')}/{spec.url}?{urlencode(params)}"


def root_of(url: str, page: str) -> str:
    """Return the app's URL, from that of its page `page` (a URL name, "" for the first)."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    if page and path.rpartition("/")[2] == page:
        path = path.rpartition("/")[0]
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))
