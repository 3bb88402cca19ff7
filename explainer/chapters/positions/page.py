"""Positional encoding: its clocks, its waves, what it knows of distance, and what else there is."""

from __future__ import annotations

from typing import Final

from explainer.chapters.positions.clocks import draw_dials
from explainer.chapters.positions.controls import REVERSED
from explainer.chapters.positions.mistake import draw_mistake
from explainer.chapters.positions.others import draw_others
from explainer.chapters.positions.prediction import PREDICT
from explainer.chapters.positions.proofs import draw_distance, draw_fourier
from explainer.chapters.positions.shuffle import draw_shuffle
from explainer.chapters.positions.views import draw_map, draw_order, draw_waves
from explainer.frame.page import Beat, Page

BACKWARDS: Final = {"positions_view": "dials", "positions_order": REVERSED}

PAGE = Page(
    more=("shuffle", "distance", "fourier", "order", "others"),
    draw={
        "dials": draw_dials,
        "waves": draw_waves,
        "map": draw_map,
        "shuffle": draw_shuffle,
        "distance": draw_distance,
        "fourier": draw_fourier,
        "order": draw_order,
        "others": draw_others,
    },
    mistake=draw_mistake,
    wide=True,
    beats=(
        Beat("hands", {"positions_view": "dials"}),
        Beat("own", {"positions_view": "dials", "positions_at": "6"}),
        Beat("turn", {"positions_view": "dials", "positions_gap": "2"}),
        Beat("off", {**BACKWARDS, "positions_pe": "off"}),
        Beat("on", {**BACKWARDS, "positions_pe": "on"}),
    ),
    predict=PREDICT,
)
