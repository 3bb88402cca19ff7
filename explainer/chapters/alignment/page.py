"""Alignment and attention: the decoder scores every source token, and mixes what it finds."""

from __future__ import annotations

from explainer.chapters.alignment.cost import draw_cost
from explainer.chapters.alignment.maps import draw_maps
from explainer.chapters.alignment.mistake import draw_mistake
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"maps": draw_maps, "cost": draw_cost},
    mistake=draw_mistake,
    gone={"window": "maps", "steps": "maps"},
    beats=(
        Beat("look", {"alignment_view": "maps"}),
        Beat("additive", {"alignment_view": "maps", "alignment_model": "gru-bahdanau"}),
        Beat("luong", {"alignment_view": "maps", "alignment_model": "lstm-luong"}),
        Beat("cost", {"alignment_view": "cost"}),
    ),
)
