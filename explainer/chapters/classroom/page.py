"""For teachers: links to a task and its solution, collected answers, lesson plans."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.classroom.collect import draw_collect
from explainer.chapters.classroom.papers import draw_papers
from explainer.chapters.classroom.view import (
    draw_links,
    draw_own_link,
    draw_preview,
    draw_ready,
    draw_show,
    draw_target,
    draw_wishes,
)
from explainer.frame import beats, chapter
from explainer.frame.page import Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """Draw the ready lessons, the links, and in a fold what these open, lock, hide and say."""
    draw_own_link(view.text)
    _panel(view)
    beats.here()


@chapter.panel
def _panel(view: View) -> None:
    text = view.text
    links = st.container()  # above the controls that decide what is in them
    with st.expander(text("classroom.wishes")):
        target = draw_target(view)
        wanted, lang = draw_wishes(text)
        draw_preview(text, target, wanted)
        draw_show(text)
    with links:
        draw_ready(text, target)
        draw_links(view, target, wanted, lang)


PAGE = Page(
    {"links": draw, "answers": draw_collect, "papers": draw_papers},
    needs_translation=False,
    fragment=False,
)
