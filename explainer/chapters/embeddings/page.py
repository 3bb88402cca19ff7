"""Embeddings: similar vectors, a map of them, and where a vector comes from."""

from __future__ import annotations

from explainer.chapters.embeddings.mistake import draw_mistake
from explainer.chapters.embeddings.near import draw_near
from explainer.chapters.embeddings.space import draw_space
from explainer.chapters.embeddings.vector import draw_vector
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"near": draw_near, "map": draw_space, "row": draw_vector},
    mistake=draw_mistake,
    gone={"sums": "near", "factor": "row", "tying": "row"},
    beats=(
        Beat("alike"),
        Beat("length", {"embeddings_measure": "dot"}),
        Beat("fit", {"embeddings_view": "map", "embeddings_fit": "vocabulary"}),
    ),
)
