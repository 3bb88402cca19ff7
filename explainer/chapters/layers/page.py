"""The layers: the residual stream, the feed-forward network and the norms, in three views."""

from __future__ import annotations

from explainer.chapters.layers.ffn import draw_ffn, draw_ffn_mistake
from explainer.chapters.layers.norm import draw_norm, draw_norm_mistake
from explainer.chapters.layers.river_view import draw_river
from explainer.chapters.layers.stack import draw_stack_mistake
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"river": draw_river, "norm": draw_norm, "ffn": draw_ffn},
    gone={
        "lens": "river",
        "stack": "river",
        "stream": "river",
        "place": "norm",
        "gradient": "norm",
    },
    mistake={
        "river": draw_stack_mistake,
        "norm": draw_norm_mistake,
        "ffn": draw_ffn_mistake,
    },
    beats=(
        Beat("add", {"layers_view": "river"}),
        Beat("norm", {"layers_view": "river", "layers_light": "norm"}),
        Beat("words", {"layers_view": "river", "layers_light": "words"}),
        Beat("lost", {"layers_view": "river", "layers_dams": "d3c"}),
        Beat("calm", {"layers_view": "river", "layers_dams": "d1c"}),
    ),
)
