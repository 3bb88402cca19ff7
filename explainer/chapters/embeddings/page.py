"""Embeddings: similar vectors with a map of them, and where a vector comes from."""

from __future__ import annotations

from explainer.chapters.embeddings.mistake import draw_mistake
from explainer.chapters.embeddings.near import draw_near
from explainer.chapters.embeddings.vector import draw_vector
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"near": draw_near, "row": draw_vector},
    mistake=draw_mistake,
    gone={"map": "near", "sums": "near", "factor": "row", "tying": "row"},
    beats=(
        Beat("alike"),
        Beat("length", {"embeddings_measure": "dot"}),
        Beat("fit", {"embeddings_fit": "vocabulary"}),
    ),
)
