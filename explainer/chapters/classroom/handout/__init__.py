"""A link as a class is given it: a code to scan, and buttons to copy and to try it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import unquote_plus

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import COPY, DOM, component
from explainer.frame.share import TooLong, qr_svg

COMPONENT: Final = component(Path(__file__).parent, DOM, COPY)


def handout(
    link: str, *, words: Mapping[str, str], dark: bool, key: str, on_enlarge: Callable[[], None]
) -> None:
    """`words`: "copy", "copied", "open", "enlarge". A link too long for a code has none."""
    data = {
        "link": link,
        "readable": unquote_plus(link),
        "picture": _picture_of(link),
        "words": dict(words),
        "colours": colours_of(dark, GREYS),
    }
    COMPONENT(key=key, data=data, on_enlarge_change=on_enlarge)


@lru_cache(maxsize=32)  # 10 KB each; a click beside the link draws the same code
def _picture_of(link: str) -> str:
    """The code, "" for a link too long for one."""
    try:
        return qr_svg(link)[0]
    except TooLong:
        return ""
