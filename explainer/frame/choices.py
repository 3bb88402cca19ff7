"""Controls of a chapter whose values are stored in the URL: choices, switches, numbers.

Each returns a valid value whatever the URL contains; an invalid value is reported once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

import streamlit as st

from explainer.engine import MAX_CHARS
from explainer.frame import address
from explainer.frame.params import real, whole
from explainer.text import Text

T = TypeVar("T")


def segments(
    text: Text,
    key: str,
    label: str,
    names: Mapping[str, str],
    default: str,
    help: str = "",
    *,
    said: bool = True,
    wide: bool = False,
) -> str:
    """Draw a segmented control; `names` maps ids to displayed names.

    Unless `said`, only screen readers get the label; `wide` stretches it to the full width.
    """
    _seed(text, key, default, lambda written: written if written in names else None)
    if st.session_state[key] not in names:  # another model or sentence has other options
        st.session_state[key] = default
    picked = st.segmented_control(
        label,
        tuple(names),
        required=True,
        key=key,
        format_func=names.__getitem__,
        help=help or None,
        label_visibility="visible" if said else "collapsed",
        width="stretch" if wide else "content",
    )
    address.keep(key, picked, default)
    return picked or default


def select(
    text: Text, key: str, label: str, names: Mapping[str, str], default: str, help: str = ""
) -> str:
    """Draw a select box; `names` maps ids to displayed names."""
    _seed(text, key, default, lambda written: written if written in names else None)
    if st.session_state[key] not in names:
        st.session_state[key] = default
    picked = st.selectbox(
        label, list(names), key=key, format_func=names.__getitem__, help=help or None
    )
    address.keep(key, picked, default)
    return picked or default


def toggle(text: Text, key: str, label: str, default: bool = False, help: str = "") -> bool:
    _seed(text, key, default, address.switch)
    on = st.toggle(label, key=key, help=help or None)
    address.keep(key, on, default)
    return on


def whole_number(
    text: Text, key: str, label: str, low: int, high: int, default: int, help: str = ""
) -> int:
    """Draw an integer slider over low..high inclusive; none if only one value is possible."""
    fits = whole(low, high)
    _seed(text, key, default, lambda written: int(written) if fits(written) else None)
    st.session_state[key] = min(max(st.session_state[key], low), high)
    if low == high:
        address.keep(key, low, low)  # removes a stale value of another range from the URL
        return low
    value = st.slider(label, low, high, st.session_state[key], key=key, help=help or None)
    address.keep(key, value, default)
    return value


def real_number(
    text: Text,
    key: str,
    label: str,
    bounds: tuple[float, float, float],
    default: float,
    help: str = "",
) -> float:
    """Draw a float slider; `bounds` are minimum, maximum and step."""
    low, high, step = bounds
    fits = real(low, high)
    _seed(text, key, default, lambda written: float(written) if fits(written) else None)
    value = st.slider(label, low, high, st.session_state[key], step, key=key, help=help or None)
    address.keep(key, value, default)
    return value


def value_in_drawing(text: Text, key: str, default: T, read: Callable[[str], T | None]) -> T:
    """Return a value chosen in a drawing, whose callback sets the session's `key`.

    Since it is not a widget, Streamlit does not drop it when the reader leaves the page.
    """
    seen = f"{key}_visit"
    if st.session_state.get(seen) != address.visit():
        st.session_state.pop(key, None)
        st.session_state[seen] = address.visit()
    _seed(text, key, default, read)
    value: T = st.session_state[key]
    address.keep(key, value, default)
    return value


def _seed(text: Text, key: str, default: T, read: Callable[[str], T | None]) -> None:
    """Call `address.seed` and report an invalid value in the URL."""
    if address.url_wins(key):
        written = st.query_params.get(key)
        if written is not None and read(written) is None:
            address.say_ignored(text, key)
    address.seed(key, default, read)


Width = int | Literal["stretch"]  # in pixels, or the full width


def sentence_field(
    key: str, label: str, default: str, width: Width, help: str = "", *, said: bool = True
) -> str:
    """Draw a text input stored in the URL; unless `said`, only screen readers get the label."""
    address.seed_text(key, default, lambda written: written[:MAX_CHARS])
    value = st.text_input(
        label,
        key=key,
        max_chars=MAX_CHARS,
        width=width,
        help=help or None,
        label_visibility="visible" if said else "collapsed",
    )
    address.keep(key, value, default)
    return value
