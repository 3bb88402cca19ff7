"""What a teacher's link fixes, hides and says: read from the address, written into it.

`teach=1&teach_lock=sentence.model&teach_hide=formula.answers&teach_note=...`; `teach` is the
version of these names, and without it none of the others counts. `teach_show=answers` shows the
answers of lessons to a class that gave none, whatever is hidden; `teach_poll` is the code of the
poll that counts what is answered. `present=1` is the presenter
mode, which hides by itself what is no figure. All of it is in the address only, so a reload, the
other language and another page keep it; whoever edits the address sees everything, for this is a
teaching aid and no access control.
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
# What a link can show to who has done nothing for it.
REVEALED: Final = ("answers",)
# From which depth on a panel is drawn.
DEPTH: Final = "depth"
FROM: Final[Mapping[str, str]] = {"formula": "formula", "shapes": "formula", "code": "code"}
# What stands beside the figures of a page; a slide has none of it.
NOT_SLIDES: Final = frozenset({"formula", "shapes", "code", "mistake", "tasks", "downloads"})
# What a page has beside them that is not shown in a frame of another page.
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
)  # a link to another page takes these along

LONGEST_NOTE: Final = 300  # characters
MOST_LINES: Final = 12
LONGEST_LIST: Final = 200  # characters of a list of ids


@dataclass(frozen=True)
class Teaching:
    """`locked` of LOCKS, `hidden` of PANELS, `revealed` of REVEALED, which beats `hidden`;
    `embedded`: in a frame of another page; `ignored`: names in the address that are broken.
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
        """Whether `panel`, one of PANELS, is not to be drawn."""
        assert panel in PANELS, panel
        by_name = panel in self.hidden - self.revealed
        framed = self.embedded and panel in NOT_EMBEDDED
        return by_name or framed or (self.present and panel in NOT_SLIDES)

    def reveals(self, what: str) -> bool:
        """Whether `what`, one of REVEALED, is shown to who has done nothing for it."""
        assert what in REVEALED, what
        return what in self.revealed

    def locks(self, what: str) -> bool:
        """Whether `what`, one of LOCKS, is the teacher's choice and shown as text."""
        assert what in LOCKS, what
        return what in self.locked


_held: ContextVar[Teaching | None] = ContextVar("teaching", default=None)


def held() -> AbstractContextManager[None]:
    """For a whole run, which asks dozens of times: it says now what it says until the end."""
    return scoped(_held, current())


def current() -> Teaching:
    """What the address of this visitor says now."""
    found = _held.get()
    if found is None:
        embedded = bool(st.context.is_embedded)
        found = replace(read(st.query_params.to_dict()), embedded=embedded)
    return found


def hides(panel: str) -> bool:
    """Whether `panel`, one of PANELS, is not to be drawn: a link hides it, or it lies deeper than
    the reader looks. A lesson asks about formulas, so it has them.
    """
    if current().hides(panel):
        return True
    needed = DEPTHS.index(FROM.get(panel, DEPTHS[0]))
    return needed > 0 and DEPTHS.index(depth()) < needed


def depth() -> str:
    """How deep the reader looks, one of DEPTHS; the first unless the address says otherwise."""
    written = st.query_params.get(DEPTH)
    if written in DEPTHS:
        return written
    return "formula" if progress.LESSON in st.query_params else DEPTHS[0]


def read(written: Mapping[str, str]) -> Teaching:
    """What an address says. Usable parts count; `ignored` names those that are not.

    Names of panels nobody knows (a link of a newer version) are left out, the known ones count.
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
    note = tidy(written.get(NOTE, ""))
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
    """The address that `read` reads as `teaching`; empty when it asks for nothing."""
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
            params[name] = ".".join(one for one in known if one in chosen)
    if teaching.note:
        params[NOTE] = teaching.note
    if teaching.poll:
        params[POLL] = teaching.poll
    return params


def tidy(note: str) -> str:
    """A note as it is shown: composed, without control characters, few lines.

    What turns the direction of writing or is invisible could make a note say something else.
    """
    lines = unicodedata.normalize("NFC", note).replace("\r\n", "\n").split("\n")
    kept = ("".join(char for char in line if _visible(char)).rstrip() for line in lines)
    return "\n".join(list(kept)[:MOST_LINES]).strip()


def _visible(char: str) -> bool:
    # Cf holds the joiners of emoji and of several scripts, too: only those that turn text go.
    turns = (
        char in "\u061c\u200e\u200f"
        or "\u202a" <= char <= "\u202e"
        or ("\u2066" <= char <= "\u2069")
    )
    return not turns and unicodedata.category(char) not in {"Cc", "Cs", "Zl", "Zp"}


def _ids(listed: str, known: tuple[str, ...]) -> tuple[frozenset[str], bool]:
    """The known ids of "one.two", and whether there was nothing else in it."""
    if len(listed) > LONGEST_LIST:
        return frozenset(), False
    names = set(listed.split(".")) - {""}
    return frozenset(names & set(known)), names <= set(known)
