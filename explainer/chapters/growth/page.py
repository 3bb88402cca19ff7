"""The model grows: states of its own training, from random weights to the finished model."""

from __future__ import annotations

from explainer.chapters.growth.curve import draw_curve
from explainer.chapters.growth.landscape import draw_landscape
from explainer.chapters.growth.mistake import draw_mistake
from explainer.chapters.growth.prediction import PREDICT
from explainer.chapters.growth.sentence import draw_sentence
from explainer.chapters.growth.space import draw_space
from explainer.chapters.growth.states import shown_sentence
from explainer.chapters.growth.tokens import draw_tokens
from explainer.frame.beats import Beat
from explainer.frame.page import Page

PAGE = Page(
    draw={
        "sentence": draw_sentence,
        "tokens": draw_tokens,
        "curve": draw_curve,
        "space": draw_space,
        "landscape": draw_landscape,
    },
    mistake=draw_mistake,
    probabilities=("tokens",),
    more=("space", "landscape"),
    barless=("curve", "space", "landscape"),
    beats=(
        Beat("random", {"growth_view": "sentence", "growth_state": "1"}),
        Beat("frequent", {"growth_view": "curve", "growth_state": "3"}),
        Beat("source", {"growth_view": "sentence", "growth_state": "5"}),
        Beat("tokens", {"growth_view": "tokens"}),
        Beat("space", {"growth_view": "space", "growth_state": "9"}),
    ),
    predict=PREDICT,
    shows=shown_sentence,
)
