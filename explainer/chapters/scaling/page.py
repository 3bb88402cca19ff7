"""Why scores are divided by sqrt(d_k): random vectors, the model's own, and what if not."""

from __future__ import annotations

from explainer.chapters.scaling.model import draw_mistake, draw_own
from explainer.chapters.scaling.random import draw_random
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"random": draw_random, "own": draw_own},
    gone={"whatif": "own"},
    mistake=draw_mistake,
    without=("random",),
    barless=("random",),
    beats=(
        Beat("wide", {"scaling_view": "random"}),
        Beat("narrow", {"scaling_view": "random", "scaling_d": "4"}),
        Beat("own", {"scaling_view": "own"}),
    ),
)
