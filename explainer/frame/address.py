"""Controls and the address hold the same value: a link shows what its sender saw.

Streamlit's own `bind="query-params"` writes the *label* of an option into the address. Labels are
translated here, so a Korean link would mean nothing to an English reader; ids are written instead.

Before a widget: `seed(key, default, read)`. After it: `keep(key, value, default)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import TypeVar

import streamlit as st

from explainer import __version__
from explainer.drawings import asked
from explainer.frame.params import MADE_BY
from explainer.streamlit_internals import is_history_navigation, sent_text
from explainer.text import Text

T = TypeVar("T")
YES, NO = "1", "0"
PAGE, VISIT = "page", "visit"  # session: the page that is open, and how often that changed
VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){2}", re.ASCII)
STALE = "stale"  # session: keys of controls that were drawn and not sent


def visit() -> int:
    """Counts changes of the page."""
    return int(st.session_state.get(VISIT, 0))


def enter(page: str) -> None:
    """Called in every run with the page that is open."""
    if st.session_state.get(PAGE) != page:
        st.session_state[PAGE] = page
        st.session_state[VISIT] = visit() + 1


def went_back() -> bool:
    """Whether this run was caused by the browser's back or forward button."""
    return is_history_navigation()


def url_wins(key: str) -> bool:
    """Whether the address leads: the control is new on this page, or the reader went back.

    Otherwise the control leads, for the address a browser sends may be older than its last change.
    """
    return key not in st.session_state or went_back()


def seed(key: str, default: T, read: Callable[[str], T | None]) -> T:
    """Give a control its value from the address; `read` gives None for what is not usable.

    A chapter opened from the sidebar has an empty address: then the value kept last counts.
    Returns the value, which the widget is also to get as its own default: one that is drawn later
    in the browser (in a popover) shows its default, not the state it was given before.
    """
    if url_wins(key):
        written = upcoming(key)
        from_address = None if written is None else read(written)
        st.session_state[key] = default if from_address is None else from_address
    resend(key)
    value: T = st.session_state[key]
    return value


def seed_text(key: str, default: str, read: Callable[[str], str | None] = str) -> str:
    """As `seed`, for a text field: what a browser still has in it leads in a new session, whose
    address may be older.
    """
    if key not in st.session_state and not went_back():
        typed = sent_text(key)
        if typed is not None and (text := read(typed)) is not None:
            st.session_state[key] = text
    return seed(key, default, read)


def resend(key: str) -> None:
    """Write a control's value once more where the browser did not hear of it."""
    if asked.now():
        mark_stale(key)
    elif STALE in st.session_state and key in st.session_state[STALE]:
        st.session_state[STALE].discard(key)
        st.session_state[key] = st.session_state[key]


def mark_stale(*keys: str) -> None:
    """The browser did not hear of these controls in this run."""
    st.session_state.setdefault(STALE, set()).update(keys)


def keep(key: str, value: object, default: object) -> None:
    """Remember the value of a control and write it into the address, unless it is the default."""
    _memory()[key] = to_param(value)
    new = None if value == default else to_param(value)
    if st.query_params.get(key) == new:
        return
    if new is None:
        del st.query_params[key]
    else:
        st.query_params[key] = new


def give(key: str, written: str | None) -> None:
    """For a button: in the next run a control reads `written` as if the address had said it; None:
    it stands where it stands when nobody has touched it.
    """
    for place in (st.session_state, _memory()):
        if key in place:
            del place[key]
    if written is not None:
        st.query_params[key] = written
    elif key in st.query_params:
        del st.query_params[key]


def value_of(key: str) -> str | None:
    """Where a control stands, as the address says it; one still to be drawn will read it there."""
    if key in st.session_state:
        return to_param(st.session_state[key])
    return st.query_params.get(key)


def upcoming(key: str) -> str | None:
    """Where a control that is still to be drawn will stand, as the address says it; None: where it
    stands when nobody has touched it.
    """
    if not url_wins(key):
        return to_param(st.session_state[key])
    written = st.query_params.get(key)
    return _memory().get(key) if written is None and not went_back() else written


def say_ignored(text: Text, *names: str) -> None:
    """Which values of the address were ignored; of a link of another version, also that it is one:
    that may be why.
    """
    said = text("shell.ignored", names=", ".join(names))
    theirs = st.query_params.get(MADE_BY, __version__)
    if theirs != __version__ and VERSION.fullmatch(theirs):
        said += " " + text("shell.other_version", theirs=theirs, ours=__version__)
    st.info(said, icon=":material/link_off:")


def last_value(key: str) -> str | None:
    """The value of a control as it was kept last, on this page or another."""
    return _memory().get(key)


def forget(key: str) -> None:
    """Let the value of a control that was kept go: the next time its default counts."""
    _memory().pop(key, None)


def _memory() -> dict[str, str]:
    """Values of controls that other pages do not have, as the address has them: Streamlit forgets
    those.
    """
    memory: dict[str, str] = st.session_state.setdefault("kept", {})
    return memory


def one_of(options: Collection[str]) -> Callable[[str], str | None]:
    """Reads an id that is one of `options`."""
    return lambda written: written if written in options else None


def switch(written: str) -> bool | None:
    """Reads a toggle."""
    return {YES: True, NO: False}.get(written)


def to_param(value: object) -> str:
    if isinstance(value, bool):
        return YES if value else NO
    return f"{value:g}" if isinstance(value, float) else str(value)
