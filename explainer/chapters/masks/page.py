"""Masks: who may look at whom, what -inf does, and what happens when a mask is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.masks.batch import draw_batch
from explainer.chapters.masks.cheat import draw_cheating
from explainer.chapters.masks.off import draw_off
from explainer.chapters.masks.runs import draw_invariance, draw_training
from explainer.chapters.masks.scores import draw_mistake, draw_scores
from explainer.frame import chapter, choices
from explainer.runs.batches import make_batch

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View


def render(view: View) -> None:
    """One of six views; everything a click changes is one fragment."""
    text, translation = view.text, view.translation
    if translation is None:
        chapter.no_translation(text)
        return
    _view(view, translation)
    mistake, tasks = st.columns(2)
    with mistake, chapter.mistake(text):
        draw_mistake(view, translation, make_batch(translation, str(view.card.get("source", ""))))
    with tasks:
        chapter.tasks(text, text.article("masks.try"))


@chapter.panel
def _view(view: View, translation: Translation) -> None:
    text = view.text
    names = {
        "batch": text("masks.view_batch"),
        "scores": text("masks.view_scores"),
        "off": text("masks.view_off"),
        "invariance": text("masks.view_invariance"),
        "training": text("masks.view_training"),
        "cheating": text("masks.view_cheating"),
    }
    chosen = choices.segments(text, "masks_view", text("masks.view"), names, "batch")
    if chosen == "off":
        draw_off(view, translation)
    elif chosen == "training":
        draw_training(view, translation)
    elif chosen == "cheating":
        draw_cheating(view, translation)
    else:
        batch = make_batch(translation, str(view.card.get("source", "")))
        if chosen == "batch":
            draw_batch(view, batch)
        elif chosen == "scores":
            draw_scores(view, translation, batch)
        else:
            draw_invariance(view, translation, batch)
