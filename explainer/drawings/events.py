"""What a browser told of a drawing, read in one place: it may come late, or be anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st


def answer(key: str, event: str) -> Any:
    """Return what a component sent as `event`, for its callback.

    None where the page has no such drawing any more: what was sent while its last picture stood
    comes when another view, page or model has taken its place.
    """
    state = st.session_state.get(key)
    return state.get(event) if isinstance(state, Mapping) else None
