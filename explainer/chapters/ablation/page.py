"""What if: switch parts of the run off, rank the heads, read one map four ways."""

from __future__ import annotations

from explainer.chapters.ablation.bench import draw_bench
from explainer.chapters.ablation.heads import draw_heads
from explainer.chapters.ablation.mistake import draw_mistake
from explainer.chapters.ablation.readings import draw_readings
from explainer.chapters.ablation.state import LAYER, STACK
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"bench": draw_bench, "heads": draw_heads, "readings": draw_readings},
    gone={"shares": "readings"},
    mistake=draw_mistake,
    probabilities=("bench", "heads"),
    beats=(
        Beat(
            "attention",
            {"ablation_view": "bench", "ablation_kind": "attention"},
            lets_go=(STACK.name, LAYER),
        ),
        Beat("positions", {"ablation_view": "bench", "ablation_kind": "positions"}),
        Beat("heads", {"ablation_view": "heads"}),
        Beat("readings", {"ablation_view": "readings"}),
    ),
)
