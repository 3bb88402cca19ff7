"""The layers: the whole stack, and what runs through it, in eight views."""

from __future__ import annotations

from explainer.chapters.layers.ffn import draw_ffn, draw_ffn_mistake
from explainer.chapters.layers.gradient import draw_gradient, draw_gradient_mistake
from explainer.chapters.layers.lens import draw_lens, draw_lens_mistake
from explainer.chapters.layers.norm import draw_norm, draw_norm_mistake
from explainer.chapters.layers.norm_place import draw_place, draw_place_mistake
from explainer.chapters.layers.prediction import PREDICT
from explainer.chapters.layers.river_view import draw_river
from explainer.chapters.layers.stack import draw_stack, draw_stack_mistake
from explainer.chapters.layers.stream import draw_stream, draw_stream_mistake
from explainer.frame.page import Beat, Page

PAGE = Page(
    more=("stack", "stream", "place", "ffn", "gradient"),
    draw={
        "river": draw_river,
        "norm": draw_norm,
        "lens": draw_lens,
        "stack": draw_stack,
        "stream": draw_stream,
        "place": draw_place,
        "ffn": draw_ffn,
        "gradient": draw_gradient,
    },
    mistake={
        "river": draw_stream_mistake,
        "stack": draw_stack_mistake,
        "stream": draw_stream_mistake,
        "norm": draw_norm_mistake,
        "place": draw_place_mistake,
        "ffn": draw_ffn_mistake,
        "gradient": draw_gradient_mistake,
        "lens": draw_lens_mistake,
    },
    probabilities=("lens",),
    beats=(
        Beat("add", {"layers_view": "river", "layers_light": "add"}),
        Beat("norm", {"layers_view": "river", "layers_light": "norm"}),
        Beat("words", {"layers_view": "river", "layers_light": "words"}),
        Beat("lost", {"layers_view": "river", "layers_dams": "d3c"}),
        Beat("calm", {"layers_view": "river", "layers_dams": "d1c"}),
    ),
    predict=PREDICT,
)
