"""What if: switch parts of the run off, rank the heads, read one map four ways, split a logit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.ablation.bench import draw_bench
from explainer.chapters.ablation.heads import draw_heads
from explainer.chapters.ablation.mistake import draw_mistake
from explainer.chapters.ablation.readings import draw_readings
from explainer.chapters.ablation.shares import draw_shares
from explainer.frame import chapter, choices

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View


def render(view: View) -> None:
    """One of four experiments; what a click changes is one fragment."""
    if view.translation is None:
        chapter.no_translation(view.text)
        return
    _experiments(view, view.translation)
    mistake, tasks = st.columns(2)
    with mistake, chapter.mistake(view.text):
        draw_mistake(view, view.translation)
    with tasks:
        chapter.tasks(view.text, view.text.article("ablation.try"))


@chapter.panel
def _experiments(view: View, translation: Translation) -> None:
    text = view.text
    names = {
        "bench": text("ablation.view_bench"),
        "heads": text("ablation.view_heads"),
        "readings": text("ablation.view_readings"),
        "shares": text("ablation.view_shares"),
    }
    drawn = {
        "bench": draw_bench,
        "heads": draw_heads,
        "readings": draw_readings,
        "shares": draw_shares,
    }
    chosen = choices.segments(text, "ablation_view", text("ablation.view"), names, "bench")
    drawn[chosen](view, translation)
