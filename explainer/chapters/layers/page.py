"""The layers: the whole stack, and what runs through it, in seven views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import streamlit as st

from explainer.chapters.layers.boxes import view_names
from explainer.chapters.layers.ffn import draw_ffn, draw_ffn_mistake
from explainer.chapters.layers.gradient import draw_gradient, draw_gradient_mistake
from explainer.chapters.layers.lens import draw_lens, draw_lens_mistake
from explainer.chapters.layers.norm import draw_norm, draw_norm_mistake
from explainer.chapters.layers.norm_place import draw_place, draw_place_mistake
from explainer.chapters.layers.stack import draw_stack, draw_stack_mistake
from explainer.chapters.layers.stream import draw_stream, draw_stream_mistake
from explainer.frame import chapter, choices

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View
    from explainer.text import Text

Draw = Callable[["View", "Translation"], None]

VIEWS: Mapping[str, tuple[Draw, Draw]] = {
    "stack": (draw_stack, draw_stack_mistake),
    "stream": (draw_stream, draw_stream_mistake),
    "norm": (draw_norm, draw_norm_mistake),
    "place": (draw_place, draw_place_mistake),
    "ffn": (draw_ffn, draw_ffn_mistake),
    "gradient": (draw_gradient, draw_gradient_mistake),
    "lens": (draw_lens, draw_lens_mistake),
}


def render(view: View) -> None:
    """Everything a click changes is one fragment."""
    if view.translation is None:
        chapter.no_translation(view.text)
        return
    _panel(view, view.translation)


@chapter.panel
def _panel(view: View, translation: Translation) -> None:
    """Only the chosen view is computed and sent."""
    text = view.text
    chosen = choices.segments(text, "layers_view", text("layers.view"), view_names(text), "stack")
    st.caption(_view_line(text, chosen))
    figure, wrong = VIEWS[chosen]
    figure(view, translation)
    mistake, tasks = st.columns(2)
    with mistake, chapter.mistake(text):
        wrong(view, translation)
    with tasks:
        chapter.tasks(text, text.article("layers.try"))


def _view_line(text: Text, chosen: str) -> str:
    return {
        "stack": text("layers.view_stack_line"),
        "stream": text("layers.view_stream_line"),
        "norm": text("layers.view_norm_line"),
        "place": text("layers.view_place_line"),
        "ffn": text("layers.view_ffn_line"),
        "gradient": text("layers.view_gradient_line"),
        "lens": text("layers.view_lens_line"),
    }[chosen]
