"""Train one yourself: a toy learns in the page; its maps; the last runs over each other."""

from __future__ import annotations

from explainer.chapters.toy.compare import draw_compare
from explainer.chapters.toy.maps import draw_maps
from explainer.chapters.toy.mistake import draw_mistake
from explainer.chapters.toy.train import draw_train
from explainer.frame.beats import Beat
from explainer.frame.page import Page

PAGE = Page(
    draw={"train": draw_train, "maps": draw_maps, "compare": draw_compare},
    mistake=draw_mistake,
    needs_translation=False,
    beats=(
        Beat("reverse", {"toy_view": "train"}),
        Beat("no_positions", {"toy_view": "train", "toy_positions": "0"}),
        Beat("sort", {"toy_view": "train", "toy_task": "sort", "toy_positions": "0"}),
        Beat("no_mask", {"toy_view": "train", "toy_causal": "0"}),
        Beat("fast", {"toy_view": "train", "toy_rate": "0.03", "toy_warm": "0"}),
    ),
)
