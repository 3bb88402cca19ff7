"""Read a component's event from the browser; it may arrive late and is untrusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st


def answer(key: str, event: str) -> Any:
    """Return what a component sent as `event`, for its callback.

    None if the page no longer has the drawing: an event may arrive after the view, page or model
    has changed.
    """
    state = st.session_state.get(key)
    return state.get(event) if isinstance(state, Mapping) else None
