"""Run a chapter without a browser and return its elements as a tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any, Final

from explainer.frame import teaching
from explainer.frame.course import Chapter
from explainer.frame.navigation import ASKED
from explainer.frame.teaching import REVEALED, Teaching
from explainer.lessons import find_lesson, first_question
from explainer.lessons.parts import Step
from explainer.lessons.progress import begin, to_address
from explainer.site import SiteError
from explainer.streamlit_internals import app_without_browser

SCRIPT: Final = "from explainer.shell.shell import main\nmain()\n"
TIMEOUT: Final = 300  # seconds
KEY: Final = re.compile(r"\$\$ID-[0-9a-f]+-(.*)")
# Keys of containers: the button to a question, its card, the question, the solution.
PREDICT: Final = "predict"
CARD: Final = "lesson"
ASK: Final = "lesson_ask"
TOLD: Final = "lesson_told"
RIGHT: Final = re.compile(r"^✓ ", re.MULTILINE)  # the right answer option


@dataclass(frozen=True)
class Node:
    """Element or container of a page, with its Streamlit message and its children.

    `key` is the one its chapter gave it, or ""; `app` is the element as AppTest has it.
    """

    kind: str
    key: str
    proto: Any
    children: tuple[Node, ...] = ()
    app: Any = None

    def walk(self) -> Iterator[Node]:
        """Yield the node and all its descendants."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Visit:
    """Page view to render: a chapter, its language and the other address parameters."""

    chapter: Chapter
    lang: str
    address: Mapping[str, str]
    dark: bool = False
    depth: str = "code"


@dataclass
class Opener:
    """Runner of pages with all folds open.

    Folds are known only after a run: `session` holds the session state that opens them, `closed`
    the keys of those that readers see closed. `app` is the URL of the app, for links into it, or
    "" if unknown.
    """

    app: str = ""
    session: dict[str, object] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)

    def open(self, visit: Visit) -> Node:
        """Run a page until all folds are open; return its tree. Raises SiteError if it fails."""
        while True:
            page = self._run(visit, self.session)
            folds = [one for one in page.walk() if one.kind == "expander" and one.key]
            new = {one.key: True for one in folds if one.key not in self.session}
            self.closed |= {one.key for one in folds if one.key in new and not one.proto.expanded}
            if not new:
                return page
            self.session |= new

    def question_card(self, visit: Visit) -> Node | None:
        """Return the chapter's first question with its solution in a fold; None if it has none."""
        step = first_question(visit.chapter.id)
        if step is None or teaching.read(visit.address).hides("answers"):
            return None
        return self.card(self.solved_page(visit, step))

    def solved_page(self, visit: Visit, step: Step) -> Node:
        """Run the page of a lesson step with its answer revealed, as by a teacher's link."""
        lesson = find_lesson(step.lesson)
        there = begin(lesson.id, len(lesson.steps)).at_step(lesson.steps.index(step))
        told = teaching.to_address(Teaching(revealed=frozenset(REVEALED)))
        address = {**visit.address, **step.params, **to_address(there), **told}
        return self.open(replace(visit, address=address))

    def card(
        self, page: Node, figure: Sequence[Node] = (), *, is_titled: bool = False
    ) -> Node | None:
        """Build the question box from a solved page, with the `figure` in the fold of its solution.

        Returns None if the page shows no question.
        """
        boxes = {one.key: one for one in page.walk()}
        if TOLD not in boxes:
            return None
        columns = (one for one in boxes[CARD].walk() if one.kind == "column")
        kinds = ("subheader", "markdown") if is_titled else ("markdown",)
        look = (one for column in columns for one in column.children if one.kind in kinds)
        head, *rest = boxes[TOLD].children
        self.closed.add(TOLD)
        label = SimpleNamespace(label=head.proto.body)
        fold = Node("expander", TOLD, label, (*rest, *figure))
        children = (*look, *boxes[ASK].children, *_choice(rest[0]), fold)
        return replace(boxes[CARD], key=PREDICT, children=children)

    def _run(self, visit: Visit, session: Mapping[str, object]) -> Node:
        app = app_without_browser(SCRIPT)
        app.context = {"theme": "dark" if visit.dark else "light", "url": self.app}
        address = {"lang": visit.lang, "depth": visit.depth, **visit.address}
        app.query_params.update(address)
        app.session_state[ASKED] = visit.chapter.id, address
        for key, value in session.items():
            app.session_state[key] = value
        app.run(timeout=TIMEOUT)
        if app.exception:
            raise SiteError(f"{visit.chapter.id} {dict(visit.address)}: {app.exception[0].message}")
        return _node(app.main)


def _choice(told: Node) -> list[Node]:
    """Return the answer options at the start of a solution, without the mark on the right one."""
    body = getattr(told.proto, "body", "")
    without = SimpleNamespace(body=RIGHT.sub("○ ", body))
    return [Node(told.kind, "", without)] if "○ " in body else []


def _node(found: Any) -> Node:
    proto = found.proto
    given = KEY.fullmatch(getattr(proto, "id", "") or "")
    key = given[1] if given and given[1] != "None" else ""
    if hasattr(found, "children"):
        return Node(found.type, key, proto, tuple(map(_node, found.children.values())))
    return Node(found.type, key, proto, app=found)
