"""Why self-attention: what layers multiply, how long that takes, and how far apart tokens are."""

from __future__ import annotations

from explainer.chapters.complexity.cost import draw_cost
from explainer.chapters.complexity.filters import draw_filters
from explainer.chapters.complexity.mistake import draw_path, draw_waiting
from explainer.chapters.complexity.reach import draw_reach
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"cost": draw_cost, "reach": draw_reach, "filters": draw_filters},
    mistake={"cost": draw_waiting, "reach": draw_path, "filters": draw_path},
    without=("cost", "filters"),
    barless=("cost", "filters"),
    beats=(
        Beat("short", {"complexity_view": "cost", "complexity_n": "20", "complexity_d": "512"}),
        Beat("long", {"complexity_view": "cost", "complexity_n": "5000", "complexity_d": "512"}),
        Beat("clock", {"complexity_by": "timed", "complexity_n": "512", "complexity_d": "512"}),
        Beat("reach", {"complexity_view": "reach"}),
        Beat("filters", {"complexity_view": "filters"}),
    ),
)
