"""Alignment and attention: the decoder scores every source token, and mixes what it finds."""

from __future__ import annotations

from explainer.chapters.alignment.cost import draw_cost
from explainer.chapters.alignment.maps import draw_maps
from explainer.chapters.alignment.mistake import draw_mistake
from explainer.chapters.alignment.steps import draw_steps
from explainer.frame.page import Beat, Page
from explainer.frame.recurrent import shown_sentence

PAGE = Page(
    draw={"maps": draw_maps, "steps": draw_steps, "cost": draw_cost},
    mistake=draw_mistake,
    gone={"window": "maps"},
    beats=(
        Beat("look", {"alignment_view": "maps"}),
        Beat("additive", {"alignment_view": "steps", "alignment_model": "gru-bahdanau"}),
        Beat("luong", {"alignment_view": "steps", "alignment_model": "lstm-luong"}),
        Beat("cost", {"alignment_view": "cost"}),
    ),
    shows=shown_sentence("alignment"),
)
