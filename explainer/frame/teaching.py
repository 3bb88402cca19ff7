"""Teaching options in the URL: what a teacher's link locks, hides and says; parse and format them.

`teach=1&teach_lock=sentence.model&teach_hide=formula.answers&teach_note=...`; `teach` is the
version of these parameters, without which the others are ignored. `teach_show=answers` reveals the
answers of lessons even if they are hidden and the class has not answered; `teach_poll` is the code
of the poll that counts answers. `present=1` is presenter mode, which hides everything but figures.
All of it is only in the URL, so it survives reloads and changes of language and page; anyone can
edit the URL and see everything, since this is a teaching aid and not access control.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Final

import streamlit as st

from explainer.frame.params import DEPTHS
from explainer.lessons import progress
from explainer.runs.polls import is_code
from explainer.scope import scoped

VERSION: Final = "1"
LOCKS: Final = ("sentence", "model", "settings", "language", "depth")
PANELS: Final = (
    "formula",
    "shapes",
    "code",
    "mistake",
    "tasks",
    "tables",
    "probabilities",
    "answers",
    "examples",
    "settings",
    "downloads",
    "chapters",
)
# What a link can reveal to readers who have not answered.
REVEALED: Final = ("answers",)
# Depth from which on a panel is drawn.
DEPTH: Final = "depth"
FROM: Final[Mapping[str, str]] = {"formula": "formula", "shapes": "formula", "code": "code"}
# Panels besides the figures, which slides do not have.
NOT_SLIDES: Final = frozenset({"formula", "shapes", "code", "mistake", "tasks", "downloads"})
# Panels that embedded pages do not have.
NOT_EMBEDDED: Final = frozenset({"mistake", "tasks", "chapters"})

TEACH: Final = "teach"
LOCK: Final = "teach_lock"
HIDE: Final = "teach_hide"
SHOW: Final = "teach_show"
NOTE: Final = "teach_note"
POLL: Final = "teach_poll"
PRESENT: Final = "present"
NAMES: Final = (
    TEACH,
    LOCK,
    HIDE,
    SHOW,
    NOTE,
    POLL,
    PRESENT,
)  # links to other pages keep these

LONGEST_NOTE: Final = 300  # characters
MOST_LINES: Final = 12
LONGEST_LIST: Final = 200  # characters of a list of ids


@dataclass(frozen=True)
class Teaching:
    """Teaching options: `locked` (LOCKS), `hidden` (PANELS), `revealed` (REVEALED, overrides it).

    `embedded`: the app is in a frame of another page; `ignored`: names of invalid URL parameters.
    """

    locked: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    revealed: frozenset[str] = frozenset()
    note: str = ""
    poll: str = ""
    present: bool = False
    embedded: bool = False
    ignored: tuple[str, ...] = field(default=(), compare=False)

    def hides(self, panel: str) -> bool:
        """Return whether `panel`, one of PANELS, is hidden."""
        assert panel in PANELS, panel
        by_name = panel in self.hidden - self.revealed
        framed = self.embedded and panel in NOT_EMBEDDED
        return by_name or framed or (self.present and panel in NOT_SLIDES)

    def reveals(self, what: str) -> bool:
        """Return whether `what`, one of REVEALED, is shown without an answer."""
        assert what in REVEALED, what
        return what in self.revealed

    def locks(self, what: str) -> bool:
        """Return whether `what`, one of LOCKS, is fixed by the teacher and shown as text."""
        assert what in LOCKS, what
        return what in self.locked


_cached: ContextVar[Teaching | None] = ContextVar("teaching", default=None)


def cached_for_run() -> AbstractContextManager[None]:
    """Cache the parsed options for one script run, which reads them dozens of times."""
    return scoped(_cached, current())


def current() -> Teaching:
    """Return the teaching options in this visitor's URL."""
    found = _cached.get()
    if found is None:
        embedded = bool(st.context.is_embedded)
        found = replace(read(st.query_params.to_dict()), embedded=embedded)
    return found


def hides(panel: str) -> bool:
    """Return whether `panel`, one of PANELS, is hidden by the link or by the chosen depth.

    Lessons ask about formulas, so they show them.
    """
    if current().hides(panel):
        return True
    needed = DEPTHS.index(FROM.get(panel, DEPTHS[0]))
    return needed > 0 and DEPTHS.index(depth()) < needed


def depth() -> str:
    """Return the reader's depth, one of DEPTHS; by default the first."""
    written = st.query_params.get(DEPTH)
    if written in DEPTHS:
        return written
    return "formula" if progress.LESSON in st.query_params else DEPTHS[0]


def read(written: Mapping[str, str]) -> Teaching:
    """Parse URL parameters. Valid parts count; `ignored` names the others.

    Unknown panels (of a newer version's link) are left out, the known ones still count.
    """
    ignored = []
    present = written.get(PRESENT)
    if present not in (None, "1"):
        ignored.append(PRESENT)
    version = written.get(TEACH)
    if version != VERSION:
        broken = [TEACH] if version is not None else []
        return Teaching(present=present == "1", ignored=(*ignored, *broken))
    locked, all_locked = _ids(written.get(LOCK, ""), LOCKS)
    hidden, all_hidden = _ids(written.get(HIDE, ""), PANELS)
    revealed, all_revealed = _ids(written.get(SHOW, ""), REVEALED)
    note = clean_note(written.get(NOTE, ""))
    fits = len(note) <= LONGEST_NOTE
    poll = written.get(POLL, "")
    polled = not poll or is_code(poll)
    checked = (
        (LOCK, all_locked),
        (HIDE, all_hidden),
        (SHOW, all_revealed),
        (NOTE, fits),
        (POLL, polled),
    )
    ignored += [name for name, good in checked if not good]
    return Teaching(
        locked,
        hidden,
        revealed,
        note if fits else "",
        poll if polled else "",
        present=present == "1",
        ignored=tuple(ignored),
    )


def to_address(teaching: Teaching) -> dict[str, str]:
    """Return the URL parameters that `read` parses as `teaching`; empty if nothing is set."""
    params = {PRESENT: "1"} if teaching.present else {}
    parts = (teaching.locked, teaching.hidden, teaching.revealed, teaching.note, teaching.poll)
    if not any(parts):
        return params
    params[TEACH] = VERSION
    for name, chosen, known in (
        (LOCK, teaching.locked, LOCKS),
        (HIDE, teaching.hidden, PANELS),
        (SHOW, teaching.revealed, REVEALED),
    ):
        if chosen:
            params[name] = ".".join(id for id in known if id in chosen)
    if teaching.note:
        params[NOTE] = teaching.note
    if teaching.poll:
        params[POLL] = teaching.poll
    return params


def clean_note(note: str) -> str:
    """Normalise a note: composed (NFC), no control characters, at most MOST_LINES lines.

    Direction marks and invisible characters could make a note appear to say something else.
    """
    lines = unicodedata.normalize("NFC", note).replace("\r\n", "\n").split("\n")
    kept = ("".join(char for char in line if _visible(char)).rstrip() for line in lines)
    return "\n".join(list(kept)[:MOST_LINES]).strip()


def _visible(char: str) -> bool:
    # Cf also contains the joiners of emoji and some scripts: only direction marks are removed.
    turns = (
        char in "\u061c\u200e\u200f"
        or "\u202a" <= char <= "\u202e"
        or ("\u2066" <= char <= "\u2069")
    )
    return not turns and unicodedata.category(char) not in {"Cc", "Cs", "Zl", "Zp"}


def _ids(listed: str, known: tuple[str, ...]) -> tuple[frozenset[str], bool]:
    """Parse "one.two" to the known ids, and whether all of them are known."""
    if len(listed) > LONGEST_LIST:
        return frozenset(), False
    names = set(listed.split(".")) - {""}
    return frozenset(names & set(known)), names <= set(known)
