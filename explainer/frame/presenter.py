"""Presenter mode: figures as slides, controlled by keys, from the first page to the last."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.drawings import Choice, drawing
from explainer.frame import navigation, teaching
from explainer.frame.course import Chapter, chapters
from explainer.frame.params import whole
from explainer.text import Text

SLIDE: Final = "slide"  # in the address: the number of the slide from 1, or LAST
LAST: Final = "last"  # where "previous" arrives
MOST_SLIDES: Final = 99


def draw_button(text: Text) -> None:
    """Draw the button that starts presenter mode."""
    st.button(
        text("teaching.present"),
        key="present",
        icon=":material/slideshow:",
        help=text("teaching.present_help"),
        on_click=_enter,
        type="tertiary",
        width="stretch",
    )


def draw_presenter(text: Text, spec: Chapter) -> None:
    """Draw the slides of the open page, and the keys' links to the pages around it."""
    if not teaching.current().present:
        return
    before, after = neighbours(spec)
    data = {
        "page": spec.id,
        "name": text(spec.name),
        "slide": slide(st.query_params.get(SLIDE)),
        "more": [before is not None, after is not None],
    }
    ways = {"previous": (before, LAST), "next": (after, "1")}

    def turned(choice: Choice) -> None:
        if choice.get("go") == "leave":
            _leave()
            return
        wanted, at = ways.get(str(choice.get("go")), (None, ""))
        if wanted is not None:
            navigation.ask(wanted.id, {SLIDE: at})

    words = text.section("drawings.presenter")
    drawing("presenter", data, words=words, key="presenter", on_choice=turned)


def neighbours(spec: Chapter) -> tuple[Chapter | None, Chapter | None]:
    """Return the pages before and after `spec` in a talk; from one outside it, its first."""
    talk = [chapter for chapter in chapters() if chapter.talk]
    if spec not in talk:
        return None, talk[0]
    at = talk.index(spec)
    return talk[at - 1] if at else None, talk[at + 1] if at + 1 < len(talk) else None


def slide(written: str | None) -> str:
    """Parse the slide in the URL; "1" if it is missing or invalid."""
    usable = written == LAST or whole(1, MOST_SLIDES)(written or "")
    return written if written is not None and usable else "1"


def _enter() -> None:
    st.query_params[teaching.PRESENT] = "1"


def _leave() -> None:
    for name in (teaching.PRESENT, SLIDE):
        if name in st.query_params:
            del st.query_params[name]
