"""The model grows: states of its own training, from random weights to the finished model."""

from __future__ import annotations

from explainer.chapters.growth.landscape import draw_landscape
from explainer.chapters.growth.mistake import draw_mistake
from explainer.chapters.growth.sentence import draw_sentence
from explainer.chapters.growth.states import shown_sentence
from explainer.frame.beats import Beat
from explainer.frame.page import Page

PAGE = Page(
    draw={
        "sentence": draw_sentence,
        "landscape": draw_landscape,
    },
    mistake=draw_mistake,
    barless=("landscape",),
    beats=(
        Beat("random", {"growth_view": "sentence", "growth_state": "1"}),
        Beat("frequent", {"growth_view": "sentence", "growth_state": "3"}),
        Beat("source", {"growth_view": "sentence", "growth_state": "5"}),
        Beat("space", {"growth_view": "sentence", "growth_state": "9"}),
    ),
    gone={"tokens": "sentence", "curve": "sentence", "space": "sentence"},
    shows=shown_sentence,
)
