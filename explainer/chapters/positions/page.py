"""Positional encoding: clocks, waves, what it says about distance, and alternatives."""

from __future__ import annotations

from typing import Final

from explainer.chapters.positions.clocks import draw_dials
from explainer.chapters.positions.controls import REVERSED
from explainer.chapters.positions.mistake import draw_mistake
from explainer.chapters.positions.others import draw_others
from explainer.chapters.positions.views import draw_waves
from explainer.frame.page import Beat, Page

BACKWARDS: Final = {"positions_view": "dials", "positions_order": REVERSED}

PAGE = Page(
    draw={"dials": draw_dials, "waves": draw_waves, "others": draw_others},
    gone={
        "map": "waves",
        "fourier": "waves",
        "order": "waves",
        "distance": "dials",
        "shuffle": "others",
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
)
