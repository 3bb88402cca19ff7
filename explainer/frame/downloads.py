"""Files to take home, each made when somebody asks for it, at an address of our own.

`st.download_button` makes a file when it is pressed and notes for nobody that it is needed: two
runs of anybody's page that end before the browser asks for the file delete it. Here the browser
asks for what is then made, and nothing is kept.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

import streamlit as st

PATH: Final = "files"  # in an address, before the name that nobody can guess
HELD: Final = "files_offered"  # session: what its buttons offer, by their keys


@dataclass(eq=False)
class File:
    """`make` runs on a thread of its own: it draws nothing and has what it needs from the start."""

    secret: str
    make: Callable[[], str | bytes]
    name: str
    mime: str


_offered: WeakValueDictionary[str, File] = WeakValueDictionary()  # while a session holds it


def button(
    label: str, make: Callable[[], str | bytes], *, file_name: str, mime: str, key: str, icon: str
) -> None:
    """A button that saves what `make` gives when it is pressed."""
    held: dict[str, File] = st.session_state.setdefault(HELD, {})
    secret = held[key].secret if key in held else secrets.token_urlsafe(16)
    held[key] = _offered[secret] = File(secret, make, file_name, mime)
    st.link_button(label, f"./{PATH}/{secret}", key=key, icon=icon)


def offered(secret: str) -> File | None:
    """The file at this address, while the page that offers it is open."""
    return _offered.get(secret)
