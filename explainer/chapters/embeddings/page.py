"""Embeddings: vectors that are alike; a map, the look-up, sums, their scale, one shared matrix."""

from __future__ import annotations

from explainer.chapters.embeddings.arithmetic import draw_arithmetic
from explainer.chapters.embeddings.mistake import draw_mistake
from explainer.chapters.embeddings.near import draw_near
from explainer.chapters.embeddings.prediction import PREDICT
from explainer.chapters.embeddings.scale import draw_factor, draw_tying
from explainer.chapters.embeddings.space import draw_space
from explainer.chapters.embeddings.vector import draw_vector
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={
        "near": draw_near,
        "map": draw_space,
        "row": draw_vector,
        "sums": draw_arithmetic,
        "factor": draw_factor,
        "tying": draw_tying,
    },
    mistake=draw_mistake,
    more=("sums", "factor", "tying"),
    beats=(
        Beat("alike"),
        Beat("length", {"embeddings_measure": "dot"}),
        Beat("fit", {"embeddings_view": "map", "embeddings_fit": "vocabulary"}),
        Beat("three", {"embeddings_view": "map", "embeddings_3d": "1"}),
        Beat("sums", {"embeddings_view": "sums"}),
    ),
    predict=PREDICT,
)
