"""A chapter as the app draws it: its elements in their order, of one run without a browser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from explainer.frame.course import Chapter
from explainer.frame.navigation import ASKED
from explainer.site import SiteError
from explainer.streamlit_internals import app_without_browser
from explainer.text import Text

SCRIPT: Final = "from explainer.shell.shell import main\nmain()\n"
TIMEOUT: Final = 300  # seconds; only a run that hangs takes so long
KEY: Final = re.compile(r"\$\$ID-[0-9a-f]+-(.*)")
PREDICT: Final = "predict"  # the key of the box with a chapter's question


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
    """Opens pages with all folds open and all questions answered.

    Which folds and questions there are is known once a page was drawn: `session` keeps, by the keys
    of the session, what opens them, and `closed` the folds that are closed for a reader. `styles`
    are those of the drawings that were seen.
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
            new |= self._answers(visit, page)
            if not new:
                return page
            self.session |= new

    def _answers(self, visit: Visit, page: Node) -> dict[str, Any]:
        """The right answer of the page's question, by asking as a reader does."""
        boxes = [one for one in page.below() if one.key == PREDICT]
        radios = [one for box in boxes for one in box.below() if one.kind == "radio"]
        found = {}
        for radio in radios:
            if radio.key not in self.session:
                choices = range(len(radio.proto.options))
                found[radio.key] = next(at for at in choices if self._is_right(visit, radio, at))
        return found

    def _is_right(self, visit: Visit, radio: Node, at: int) -> bool:
        page = self._run(visit, {**self.session, radio.key: at})
        right = f"**{Text(visit.lang)('question.right')}**"
        return any(one.kind == "markdown" and one.proto.body == right for one in page.below())

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


def _node(found: Any) -> Node:
    proto = found.proto
    given = KEY.fullmatch(getattr(proto, "id", "") or "")
    key = given[1] if given and given[1] != "None" else ""
    if hasattr(found, "children"):
        return Node(found.type, key, proto, tuple(map(_node, found.children.values())))
    return Node(found.type, key, proto, app=found)
