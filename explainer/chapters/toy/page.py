"""Train a toy Transformer: the training in the page, its maps, and a comparison of runs."""

from __future__ import annotations

from typing import Final

from explainer.chapters.toy.compare import draw_compare
from explainer.chapters.toy.controls import AT
from explainer.chapters.toy.maps import draw_maps
from explainer.chapters.toy.mistake import draw_mistake
from explainer.chapters.toy.train import draw_train
from explainer.frame.beats import Beat
from explainer.frame.page import Page

# What a beat says is seen at the end of its run; the page opens before the first step.
END: Final = {"toy_view": "train"}

PAGE = Page(
    draw={"train": draw_train, "maps": draw_maps, "compare": draw_compare},
    mistake=draw_mistake,
    needs_translation=False,
    beats=(
        Beat("reverse", END, lets_go=(AT,)),
        Beat("no_positions", {**END, "toy_positions": "0"}),
        Beat("sort", {**END, "toy_task": "sort", "toy_positions": "0"}),
        Beat("no_mask", {**END, "toy_causal": "0", "kind": "decoder"}),
        Beat("fast", {**END, "toy_rate": "0.03", "toy_warm": "0"}),
    ),
)
