"""The full address of what is on the screen, as the browser has it, with a button that copies it.

The address is read in the browser: only there is it right behind every proxy and sub-path.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from explainer.charts.palette import colours_of
from explainer.components.answers import answer
from explainer.components.shared import DOM, component

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

HERE: Final = Path(__file__).parent
COLOURS: Final = ("ink", "third", "line", "panel", "page")
LONGEST: Final = 8000  # characters of an address: more is no address of ours


@functools.cache
def _component() -> ComponentRenderer:
    return component(HERE, DOM)


def sharelink(
    *,
    words: Mapping[str, str],
    always: Mapping[str, str],
    stamp: Mapping[str, str],
    dark: bool,
    key: str,
    on_code: Callable[[str], None],
) -> None:
    """Field and buttons. `always` are values the address gets where it does not have them, `stamp`
    those it gets in any case.

    `on_code` gets the address before the next run when a QR code is asked for.
    """
    data = {
        "words": dict(words),
        "always": dict(always),
        "stamp": dict(stamp),
        "colours": colours_of(dark, COLOURS),
    }

    def asked() -> None:
        address = usable(answer(key, "code"))
        if address is not None:
            on_code(address)

    _component()(key=key, data=data, on_code_change=asked)


def usable(value: object) -> str | None:
    """What a browser sent, if it can be its own address; None for anything else."""
    if not isinstance(value, str) or not value.startswith(("http://", "https://")):
        return None
    return value if len(value) <= LONGEST and value.isascii() and value.isprintable() else None
