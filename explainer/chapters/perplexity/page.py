"""Perplexity: of dice, of the model on the reader's pair, and why the unit matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.perplexity.die import draw_die
from explainer.chapters.perplexity.pair import (
    draw_mistake,
    draw_numbers,
    draw_pair,
    pick_place,
    read_pair,
)
from explainer.chapters.perplexity.units import draw_literature, draw_units
from explainer.frame import chapter

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View


def render(view: View) -> None:
    """Dice and pair are a fragment each: neither makes the other run again."""
    _die(view)
    if view.translation is None:
        chapter.no_translation(view.text)
        return
    _pair(view, view.translation)


@chapter.panel
def _die(view: View) -> None:
    draw_die(view)


@chapter.panel
def _pair(view: View, translation: Translation) -> None:
    text = view.text
    with chapter.figure(text("perplexity.pair"), text("perplexity.pair_line")):
        pair = read_pair(view, translation)
        place = pick_place(view, pair)
        draw_pair(view, pair, place)
    draw_numbers(view, translation, pair, place)
    draw_units(view, translation, pair)
    draw_literature(view)
    mistake, tasks = st.columns(2)
    with mistake, chapter.mistake(text):
        draw_mistake(view, pair)
    with tasks:
        chapter.tasks(text, text.article("perplexity.try"))
