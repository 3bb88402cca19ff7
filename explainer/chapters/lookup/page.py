"""Attention as look-up and as smoothing: a soft dictionary, a kernel, the scores of the RNN era."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.lookup.dictionary import draw_dictionary, draw_printed
from explainer.chapters.lookup.kernel import draw_kernel, draw_plain_numbers
from explainer.chapters.lookup.scores import draw_forgotten, draw_scores
from explainer.frame import chapter, choices

if TYPE_CHECKING:
    from explainer.frame.view import View


def render(view: View) -> None:
    """One of three views; everything a click changes is one fragment."""
    _view(view)


@chapter.panel
def _view(view: View) -> None:
    text = view.text
    names = {
        "dictionary": text("lookup.view_dictionary"),
        "kernel": text("lookup.view_kernel"),
        "scores": text("lookup.view_scores"),
    }
    chosen = choices.segments(text, "lookup_view", text("lookup.view"), names, "dictionary")
    if chosen == "dictionary":
        draw_dictionary(view)
    elif chosen == "kernel":
        setting = draw_kernel(view)
    elif view.translation is None:
        chapter.no_translation(text)
        return
    else:
        scored = draw_scores(view, view.translation)
    mistake, tasks = st.columns(2)
    with mistake, chapter.mistake(text):
        if chosen == "dictionary":
            draw_printed(text)
        elif chosen == "kernel":
            draw_plain_numbers(view, setting)
        else:
            draw_forgotten(view, scored)
    with tasks:
        chapter.tasks(text, text.article("lookup.try"))
