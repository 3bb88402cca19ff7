"""The RNN encoder-decoder: one state, overwritten token by token, and the bottleneck it makes."""

from __future__ import annotations

from explainer.chapters.rnn.bottleneck import draw_bottleneck
from explainer.chapters.rnn.early import draw_early
from explainer.chapters.rnn.gates import draw_gates
from explainer.chapters.rnn.gradient import draw_gradient
from explainer.chapters.rnn.memory import draw_memory
from explainer.chapters.rnn.mistake import draw_mistake
from explainer.chapters.rnn.models import draw_models
from explainer.chapters.rnn.prediction import PREDICT
from explainer.chapters.rnn.unroll import draw_unroll
from explainer.frame.page import Beat, Page
from explainer.frame.recurrent import shown_sentence

PAGE = Page(
    draw={
        "unroll": draw_unroll,
        "gates": draw_gates,
        "bottleneck": draw_bottleneck,
        "memory": draw_memory,
        "gradient": draw_gradient,
        "early": draw_early,
        "models": draw_models,
    },
    mistake=draw_mistake,
    without=("bottleneck", "models"),
    more=("memory", "gradient", "early", "models"),
    beats=(
        Beat("read", {"rnn_view": "unroll", "rnn_step": "2"}),
        Beat("handed", {"rnn_view": "unroll"}),
        Beat("gates", {"rnn_view": "gates"}),
        Beat("bottleneck", {"rnn_view": "bottleneck"}),
        Beat("gradient", {"rnn_view": "gradient"}),
    ),
    predict=PREDICT,
    shows=shown_sentence("rnn"),
)
