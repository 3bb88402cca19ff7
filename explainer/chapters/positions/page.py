"""Positional encoding: the table, its waves, what it knows of distance, and what else there is."""

from __future__ import annotations

from explainer.chapters.positions.mistake import draw_mistake
from explainer.chapters.positions.others import draw_others
from explainer.chapters.positions.proofs import draw_distance, draw_fourier
from explainer.chapters.positions.shuffle import draw_shuffle
from explainer.chapters.positions.views import draw_map, draw_order, draw_waves
from explainer.frame.page import Beat, Page

PAGE = Page(
    more=("distance", "fourier", "order", "others"),
    draw={
        "waves": draw_waves,
        "map": draw_map,
        "distance": draw_distance,
        "fourier": draw_fourier,
        "order": draw_order,
        "others": draw_others,
        "shuffle": draw_shuffle,
    },
    mistake=draw_mistake,
    wide=True,
    beats=(
        Beat("waves", {"positions_view": "waves"}),
        Beat("map", {"positions_view": "map"}),
        Beat("distance", {"positions_view": "distance"}),
        Beat("shuffle", {"positions_view": "shuffle"}),
    ),
)
