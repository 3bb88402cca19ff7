"""What Streamlit does anew in every run of a page and need not do for this app."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import cache
from typing import Any

from streamlit import string_util
from streamlit.components.v2.bidi_component import serialization
from streamlit.components.v2.bidi_component.main import BidiComponentMixin
from streamlit.cursor import Cursor, SparseList
from streamlit.elements import vega_charts
from streamlit.emojis import EMOJI_EXTRACTION_REGEX
from streamlit.navigation.page import Page
from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.common import require_valid_user_key
from streamlit.runtime.state.query_params import QueryParams
from streamlit.runtime.state.query_params_proxy import QueryParamsProxy
from streamlit.runtime.state.safe_session_state import SafeSessionState
from streamlit.runtime.state.session_state_proxy import SessionStateProxy, get_session_state
from streamlit.util import calc_hash

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


def id_by_key(_mixin: object, *, component_name: str, **_more: object) -> dict[str, Any]:
    """What makes a component's id beside its key, for which Streamlit writes the payload as JSON a
    second time: with a key it takes none of it, and ours have one.
    """
    return {"component_name": component_name}


def as_named(spec: str) -> str:
    """A chart's specification as it is: in ours every name is given, and none is a count of
    Altair's that would have to be put back to 1.
    """
    return spec


def leading_emoji(label: str) -> tuple[str, str]:
    """The emoji a label begins with, and the rest. Asked through the pattern itself: `re.search`
    hashes all of it, a catalogue of every emoji, for each label.
    """
    found = None if label.isascii() else EMOJI_EXTRACTION_REGEX.search(label)
    return ("", label) if found is None else (found[1], found[2])


@cache
def _hash_of_path(path: str) -> str:
    return calc_hash(path)


def hash_of_page(page: Page) -> str:
    """By which a page is called, three times for each page in every run."""
    return _hash_of_path(page._url_path)


@contextmanager
def query_params(state: SafeSessionState) -> Iterator[QueryParams]:
    """The address, without asking whether the run is to stop; whoever writes into it is asked."""
    with state._lock:
        yield state._state.query_params


def param_of(_proxy: QueryParamsProxy, key: str, default: Any = None) -> Any:
    """A value of the address, without a KeyError that says at length what is missing."""
    with query_params(get_session_state()) as params:
        return next(reversed(params.get_all(key)), default)


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
    SafeSessionState.query_params = query_params  # type: ignore[method-assign,assignment]
    QueryParamsProxy.get = param_of  # type: ignore[method-assign,assignment]
    Page._script_hash = property(hash_of_page)  # type: ignore[assignment]
    string_util.extract_leading_emoji = leading_emoji  # type: ignore[assignment]
    vega_charts._stabilize_vega_json_spec = as_named  # type: ignore[assignment]
    BidiComponentMixin._build_bidi_identity_kwargs = id_by_key  # type: ignore[method-assign,assignment]
    serialization._extract_dataframes_from_dict = without_search
