"""What Streamlit does anew in every run of a page and need not do for this app."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from functools import cache
from typing import Any

from streamlit.components.v2.bidi_component import serialization
from streamlit.cursor import Cursor, SparseList
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import require_valid_user_key
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state_proxy import SessionStateProxy, get_session_state

_populate_theme, _filtered = app_session._populate_theme_msg, SafeSessionState.filtered_state


class SessionValues(Mapping[str, Any]):
    """The values of a session as Streamlit hands them to its controls, each made when it is asked
    for: a slider wants one, and for that one those of all drawings would be made.
    """

    def __init__(self, state: SafeSessionState) -> None:
        self._state = state

    def __getitem__(self, key: str) -> Any:
        with self._state._lock:
            return self._state._state[key]

    def __contains__(self, key: object) -> bool:
        with self._state._lock:
            return key in self._state._state

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, Any]:
        values: dict[str, Any] = _filtered.__get__(self._state)
        return values


@cache
def _theme(section: str) -> CustomThemeConfig:
    theme = CustomThemeConfig()
    _populate_theme(theme, section)
    return theme


def populate_theme(msg: CustomThemeConfig, section: str = "theme") -> None:
    """The theme of `config.toml` is read once: it stays while the server runs."""
    theme = _theme(section)
    if theme.ByteSize():
        msg.MergeFrom(theme)


def without_search(data: dict[str, Any], arrow_blobs: object = None) -> dict[str, Any]:
    """The payload of a component as it is: ours have no data frames, for which Streamlit looks."""
    return data


def _kept(state: SessionState, key: str) -> Any:
    """A value as it is kept, not as a page sees it, which for a drawing is a class of its own.

    Raises KeyError where there is none, or it is one of a control that is not known.
    """
    names = state._key_id_mapper.id_key_mapping
    return state._getitem(state._get_widget_id(key), names.get(key, key))


def has_value(state: SessionState, key: str) -> bool:
    """Whether the session has a value for `key`."""
    try:
        _kept(state, key)
    except KeyError:
        return False
    return True


def value_of(state: SafeSessionState, key: str) -> Any:
    """One value, raising KeyError where there is none. A run that another one takes the place of
    stops where it draws or writes, so what it only reads need not ask whether it is to stop.
    """
    with state._lock:
        return state._state[key]


def is_in_session(_session: SessionStateProxy, key: object) -> bool:
    """`key in st.session_state`, without a KeyError that says at length what is missing.

    Raises StreamlitAPIException for what can be no key of a page.
    """
    require_valid_user_key(str(key))
    state = get_session_state()
    with state._lock:
        return has_value(state._state, str(key))


def compact_state(state: SessionState) -> None:
    """What the last run had becomes what the next one starts from, each value as it is kept."""
    for key in state:
        with suppress(KeyError):
            state._old_state[key] = _kept(state, key)
    state._new_session_state.clear()
    state._new_widget_state.clear()


def copy_cursor(cursor: Cursor, memo: dict[int, Any]) -> Cursor:
    """A copy of a place on the page, as every fragment of a run keeps one of each block around it.
    It is a path of numbers: only what stands there for a moment, like a spinner, can change.
    """
    copied = object.__new__(type(cursor))
    copied.__dict__.update(cursor.__dict__)
    passing = cursor._transient_elements
    copied._transient_elements = deepcopy(passing, memo) if passing else SparseList()
    return copied


def install() -> None:
    """From now on for every session of this process."""
    Cursor.__deepcopy__ = copy_cursor  # type: ignore[attr-defined]
    SessionState._compact_state = compact_state  # type: ignore[method-assign,assignment]
    SessionState.__contains__ = has_value  # type: ignore[method-assign]
    app_session._populate_theme_msg = populate_theme
    SafeSessionState.__getitem__ = value_of  # type: ignore[method-assign]
    SessionStateProxy.__contains__ = is_in_session  # type: ignore[method-assign,assignment]
    SafeSessionState.filtered_state = property(SessionValues)  # type: ignore[assignment]
    serialization._extract_dataframes_from_dict = without_search
