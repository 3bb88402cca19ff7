"""Why self-attention: how far apart tokens are, what layers multiply, and how long that takes."""

from __future__ import annotations

from explainer.chapters.complexity.cost import draw_cost
from explainer.chapters.complexity.filters import draw_filters
from explainer.chapters.complexity.mistake import draw_path, draw_waiting
from explainer.chapters.complexity.reach import draw_reach
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"reach": draw_reach, "cost": draw_cost, "filters": draw_filters},
    mistake={"reach": draw_path, "cost": draw_waiting, "filters": draw_path},
    without=("cost", "filters"),
    barless=("cost", "filters"),
    homes=dict.fromkeys(("complexity_n", "complexity_d"), "cost"),
    beats=(
        Beat("reach"),
        Beat("short", {"complexity_view": "cost"}),
        Beat("long", {"complexity_view": "cost", "complexity_n": "5000", "complexity_d": "512"}),
        Beat(
            "clock",
            {"complexity_view": "cost", "complexity_n": "512", "complexity_d": "512"},
        ),
        Beat("filters", {"complexity_view": "filters"}),
    ),
)
