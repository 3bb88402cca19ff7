"""Download buttons whose files are generated on request at a URL of our own.

`st.download_button` generates the file on click without marking it as in use: two script runs of
any session that end before the browser fetches it delete the file. Here the browser's request
generates the file, and nothing is stored.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import streamlit as st

PATH: Final = "files"  # URL path before the secret name
HELD: Final = "files_offered"  # session: files of its buttons, by key

Made = str | bytes
Make = Callable[[], Made] | Callable[[], Awaitable[Made]]


@dataclass(eq=False)
class File:
    """File to download; `make` runs on another thread, so it must not call Streamlit.

    One that waits for others without using a thread is `async`.
    """

    secret: str
    make: Make
    name: str
    mime: str


_offered: WeakValueDictionary[str, File] = WeakValueDictionary()  # as long as its session lives


def button(label: str, make: Make, *, file_name: str, mime: str, key: str, icon: str) -> None:
    """Draw a button that downloads what `make` returns on click."""
    files: dict[str, File] = st.session_state.setdefault(HELD, {})
    secret = files[key].secret if key in files else secrets.token_urlsafe(16)
    files[key] = _offered[secret] = File(secret, make, file_name, mime)
    st.link_button(label, f"./{PATH}/{secret}", key=key, icon=icon)


def offered(secret: str) -> File | None:
    """Return the file with this secret name; None if its session has ended."""
    return _offered.get(secret)
