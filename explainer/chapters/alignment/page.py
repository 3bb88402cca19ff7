"""Alignment and attention: the decoder scores every source token, and mixes what it finds."""

from __future__ import annotations

from explainer.chapters.alignment.cost import draw_cost
from explainer.chapters.alignment.maps import draw_maps
from explainer.chapters.alignment.mistake import draw_mistake
from explainer.frame.page import Beat, Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """Draw where the models look, and what their scores cost."""
    draw_maps(view)
    draw_cost(view)


PAGE = Page(
    draw=draw,
    mistake=draw_mistake,
    beats=(
        Beat("look"),
        Beat("additive", {"alignment_model": "gru-bahdanau"}),
        Beat("luong", {"alignment_model": "lstm-luong"}),
        Beat("cost", {"alignment_all": "1"}),
    ),
)
