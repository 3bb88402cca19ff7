"""A chapter as the app draws it: its elements in their order, of one run without a browser."""

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
TIMEOUT: Final = 300  # seconds; only a run that hangs takes so long
KEY: Final = re.compile(r"\$\$ID-[0-9a-f]+-(.*)")
# Keys of boxes: the way to a chapter's question, its card, what it asks and what it tells.
PREDICT: Final = "predict"
CARD: Final = "lesson"
ASK: Final = "lesson_ask"
TOLD: Final = "lesson_told"
RIGHT: Final = re.compile(r"^✓ ", re.MULTILINE)  # among what can be chosen


@dataclass(frozen=True)
class Node:
    """An element or a container: its kind, the key that its chapter gave it ("" for none), its
    message to a browser and what stands in it. `app` is the element as AppTest has it.
    """

    kind: str
    key: str
    proto: Any
    children: tuple[Node, ...] = ()
    app: Any = None

    def below(self) -> Iterator[Node]:
        """The node, and all in it."""
        yield self
        for child in self.children:
            yield from child.below()


@dataclass(frozen=True)
class Visit:
    """What a reader asks for: a chapter in a language with what the address says besides."""

    chapter: Chapter
    lang: str
    address: Mapping[str, str]
    dark: bool = False
    depth: str = "code"


@dataclass
class Opener:
    """Opens pages with all folds open.

    Which folds there are is known once a page was drawn: `session` keeps, by the keys of the
    session, what opens them, and `closed` the folds that are closed for a reader. `styles` are
    those of the drawings that were seen.
    """

    session: dict[str, object] = field(default_factory=dict)
    closed: set[str] = field(default_factory=set)
    styles: dict[str, str] = field(default_factory=dict)

    def open(self, visit: Visit) -> Node:
        """What stands on the page. Raises SiteError where the page fails."""
        while True:
            page = self._run(visit, self.session)
            folds = [one for one in page.below() if one.kind == "expander" and one.key]
            new = {one.key: True for one in folds if one.key not in self.session}
            self.closed |= {one.key for one in folds if one.key in new and not one.proto.expanded}
            if not new:
                return page
            self.session |= new

    def asked(self, visit: Visit) -> Node | None:
        """What the chapter asks first, its solution in a fold; None where there is no question."""
        step = first_question(visit.chapter.id)
        if step is None or teaching.read(visit.address).hides("answers"):
            return None
        return self.card(self.told(visit, step))

    def told(self, visit: Visit, step: Step) -> Node:
        """The page of a step with its answer, which a teacher's link tells."""
        lesson = find_lesson(step.lesson)
        there = begin(lesson.id, len(lesson.steps)).at_step(lesson.steps.index(step))
        told = teaching.to_address(Teaching(revealed=frozenset(REVEALED)))
        address = {**visit.address, **step.params, **to_address(there), **told}
        return self.open(replace(visit, address=address))

    def card(
        self, page: Node, figure: Sequence[Node] = (), *, is_titled: bool = False
    ) -> Node | None:
        """The box of what is asked on a page that tells it, with the `figure` in the fold of its
        solution; None where there is no question.
        """
        boxes = {one.key: one for one in page.below()}
        if TOLD not in boxes:
            return None
        columns = (one for one in boxes[CARD].below() if one.kind == "column")
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
        app.context = {"theme": "dark" if visit.dark else "light"}
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
    """What could be chosen, where a solution begins with it: without the mark of what is right."""
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
