"""Controls of a chapter that live in the address: one choice, a switch, a number.

Each gives back a usable value whatever the address says; a value nobody knows is named once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    """One choice among a few, side by side; `names` maps neutral ids to what the reader sees. The
    label is for screen readers alone where it is not `said`; `wide` takes the width there is.
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
    """One choice among many, in a list."""
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
    """A slider over low..high, both included; one possible value needs no slider."""
    fits = whole(low, high)
    _seed(text, key, default, lambda written: int(written) if fits(written) else None)
    st.session_state[key] = min(max(st.session_state[key], low), high)
    if low == high:
        address.keep(key, low, low)  # a link needs no number either, least of all an older range's
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
    """A slider; `bounds` are lowest, highest, and the step between two stops."""
    low, high, step = bounds
    fits = real(low, high)
    _seed(text, key, default, lambda written: float(written) if fits(written) else None)
    value = st.slider(label, low, high, st.session_state[key], step, key=key, help=help or None)
    address.keep(key, value, default)
    return value


def stops(text: Text, key: str, label: str, values: Sequence[int], default: int) -> int:
    """A slider over a few whole numbers that stand at equal distances."""
    known = {str(value): value for value in values}
    _seed(text, key, default, known.get)
    value = st.select_slider(label, list(values), key=key, format_func="{:,}".format)
    address.keep(key, value, default)
    return value


def value_in_drawing(text: Text, key: str, default: T, read: Callable[[str], T | None]) -> T:
    """What is chosen in a drawing, without a control: its callback sets the session's `key`.

    No widget, so Streamlit does not forget it where the page is left.
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
    """`address.seed`; a value of the address that nobody knows is named where it was ignored."""
    if address.leads(key):
        written = st.query_params.get(key)
        if written is not None and read(written) is None:
            address.say_ignored(text, key)
    address.seed(key, default, read)


Width = int | Literal["stretch"]  # in pixels, or all there is


def sentence_field(
    key: str, label: str, default: str, width: Width, help: str = "", *, said: bool = True
) -> str:
    """A line of text that is also in the address; the label is for screen readers alone where it is
    not `said`.
    """
    address.seed(key, default, lambda written: written[:MAX_CHARS])
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
