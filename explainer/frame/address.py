"""Keep controls and URL parameters in sync, so that a link reproduces its sender's view.

Streamlit's own `bind="query-params"` puts the *label* of an option into the URL. Labels are
translated here, so a Korean link would mean nothing to an English reader; ids are used instead.

Call `seed(key, default, read)` before a widget and `keep(key, value, default)` after it.
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
PAGE, VISIT = "page", "visit"  # session: the open page, and how often it has changed
VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){2}", re.ASCII)
STALE = "stale"  # session: keys of controls whose values were not sent to the browser


def visit() -> int:
    """Return how often the open page has changed in this session."""
    return int(st.session_state.get(VISIT, 0))


def enter(page: str) -> None:
    """Record the open page; called in every run."""
    if st.session_state.get(PAGE) != page:
        st.session_state[PAGE] = page
        st.session_state[VISIT] = visit() + 1


def went_back() -> bool:
    """Return whether the browser's back or forward button caused this run."""
    return is_history_navigation()


def url_wins(key: str) -> bool:
    """Return whether the URL overrides the control: it is new on the page, or the reader went back.

    Otherwise the control wins, since the URL that a browser sends may be older than its last
    change.
    """
    return key not in st.session_state or went_back()


def seed(key: str, default: T, read: Callable[[str], T | None]) -> T:
    """Initialise a control from the URL; `read` parses a value and returns None if it is invalid.

    A chapter opened from the sidebar has no parameters; the session's last value is used. Pass the
    result to the widget as its default too: a widget that is drawn later in the browser (in a
    popover) shows its default, not its session state.
    """
    if url_wins(key):
        written = upcoming(key)
        from_address = None if written is None else read(written)
        st.session_state[key] = default if from_address is None else from_address
    resend(key)
    value: T = st.session_state[key]
    return value


def seed_text(key: str, default: str, read: Callable[[str], str | None] = str) -> str:
    """Initialise a text field as `seed` does, but prefer text that the browser still holds.

    In a new session that text may be newer than the URL.
    """
    if key not in st.session_state and not went_back():
        typed = sent_text(key)
        if typed is not None and (text := read(typed)) is not None:
            st.session_state[key] = text
    return seed(key, default, read)


def resend(key: str) -> None:
    """Write a control's value again if the browser has not received it."""
    if asked.only():
        mark_stale(key)
    elif STALE in st.session_state and key in st.session_state[STALE]:
        st.session_state[STALE].discard(key)
        st.session_state[key] = st.session_state[key]


def mark_stale(*keys: str) -> None:
    """Mark controls that the browser did not receive in this run."""
    st.session_state.setdefault(STALE, set()).update(keys)


def keep(key: str, value: object, default: object) -> None:
    """Remember a control's value and write it into the URL, unless it is the default."""
    _memory()[key] = to_param(value)
    new = None if value == default else to_param(value)
    if st.query_params.get(key) == new:
        return
    if new is None:
        del st.query_params[key]
    else:
        st.query_params[key] = new


def give(key: str, written: str | None) -> None:
    """Set a control for the next run, as if the URL had `written`; None resets it.

    For callbacks of buttons.
    """
    for place in (st.session_state, _memory()):
        if key in place:
            del place[key]
    if written is not None:
        st.query_params[key] = written
    elif key in st.query_params:
        del st.query_params[key]


def value_of(key: str) -> str | None:
    """Return a control's current value in URL form; the URL's value if it is not drawn yet."""
    if key in st.session_state:
        return to_param(st.session_state[key])
    return st.query_params.get(key)


def upcoming(key: str) -> str | None:
    """Return the URL form of the value that a control will start with; None for its default."""
    if not url_wins(key):
        return to_param(st.session_state[key])
    written = st.query_params.get(key)
    return _memory().get(key) if written is None and not went_back() else written


def say_ignored(text: Text, *names: str) -> None:
    """Report invalid URL parameters, and if the link was made by another version."""
    said = text("shell.ignored", names=", ".join(names))
    theirs = st.query_params.get(MADE_BY, __version__)
    if theirs != __version__ and VERSION.fullmatch(theirs):
        said += " " + text("shell.other_version", theirs=theirs, ours=__version__)
    st.info(said, icon=":material/link_off:")


def last_value(key: str) -> str | None:
    """Return the last remembered value of a control, from this page or another."""
    return _memory().get(key)


def forget(key: str) -> None:
    """Forget the saved value of a control, so the default applies."""
    _memory().pop(key, None)


def _memory() -> dict[str, str]:
    """Return the session's control values in URL form; Streamlit drops those of other pages."""
    memory: dict[str, str] = st.session_state.setdefault("kept", {})
    return memory


def one_of(options: Collection[str]) -> Callable[[str], str | None]:
    """Return a parser for ids: one of `options`, else None."""
    return lambda written: written if written in options else None


def switch(written: str) -> bool | None:
    """Parse a toggle; None if invalid."""
    return {YES: True, NO: False}.get(written)


def to_param(value: object) -> str:
    """Format a value for the URL."""
    if isinstance(value, bool):
        return YES if value else NO
    return f"{value:g}" if isinstance(value, float) else str(value)
