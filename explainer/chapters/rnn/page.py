"""The RNN encoder-decoder: one state, overwritten token by token, and its bottleneck."""

from __future__ import annotations

from explainer.chapters.rnn.bottleneck import draw_bottleneck
from explainer.chapters.rnn.gates import draw_gates
from explainer.chapters.rnn.mistake import draw_mistake
from explainer.chapters.rnn.unroll import draw_unroll
from explainer.frame.page import Beat, Page
from explainer.frame.recurrent import shown_sentence

PAGE = Page(
    draw={"unroll": draw_unroll, "gates": draw_gates, "bottleneck": draw_bottleneck},
    mistake=draw_mistake,
    without=("bottleneck",),
    gone={
        "memory": "unroll",
        "early": "unroll",
        "gradient": "gates",
        "models": "bottleneck",
    },
    beats=(
        Beat("handed", {"rnn_view": "unroll"}),
        Beat("read", {"rnn_view": "unroll", "rnn_step": "2"}),
        Beat("gates", {"rnn_view": "gates"}),
        Beat("bottleneck", {"rnn_view": "bottleneck"}),
    ),
    shows=shown_sentence("rnn"),
)
