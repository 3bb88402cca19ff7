"""The layers: the whole stack, and what runs through it, in seven views."""

from __future__ import annotations

from explainer.chapters.layers.ffn import draw_ffn, draw_ffn_mistake
from explainer.chapters.layers.gradient import draw_gradient, draw_gradient_mistake
from explainer.chapters.layers.lens import draw_lens, draw_lens_mistake
from explainer.chapters.layers.norm import draw_norm, draw_norm_mistake
from explainer.chapters.layers.norm_place import draw_place, draw_place_mistake
from explainer.chapters.layers.stack import draw_stack, draw_stack_mistake
from explainer.chapters.layers.stream import draw_stream, draw_stream_mistake
from explainer.frame.page import Beat, Page

PAGE = Page(
    more=("norm", "place", "ffn", "gradient"),
    draw={
        "stack": draw_stack,
        "stream": draw_stream,
        "norm": draw_norm,
        "place": draw_place,
        "ffn": draw_ffn,
        "gradient": draw_gradient,
        "lens": draw_lens,
    },
    mistake={
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
        Beat("stack", {"layers_view": "stack"}),
        Beat("stream", {"layers_view": "stream"}),
        Beat("ffn", {"layers_view": "ffn"}),
        Beat("lens", {"layers_view": "lens"}),
    ),
)
