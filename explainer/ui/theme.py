"""The few rules that Streamlit's theme options cannot express, and which ground is shown."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

STYLE = Path(__file__).with_name("style.css")


def is_dark() -> bool:
    """Whether the reader sees the dark theme. Light until the browser has told."""
    return st.context.theme.type == "dark"


def style() -> None:
    """Send the style sheet: a constant file, no text of a visitor goes into it."""
    st.html(STYLE)
