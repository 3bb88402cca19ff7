"""Embeddings: from an id to a vector, what vectors are near, their scale, and one shared matrix."""

from __future__ import annotations

from explainer.chapters.embeddings.mistake import draw_mistake
from explainer.chapters.embeddings.scale import draw_factor, draw_tying
from explainer.chapters.embeddings.vector import draw_vector
from explainer.frame.page import Beat, Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """What the beats change comes first; the chosen step is a fragment of its own."""
    draw_vector(view)
    draw_factor(view)
    draw_tying(view)


PAGE = Page(
    draw,
    draw_mistake,
    beats=(
        Beat("row"),
        Beat("length", {"embeddings_measure": "dot"}),
        Beat("fit", {"embeddings_fit": "sentence"}),
        Beat("three", {"embeddings_fit": "sentence", "embeddings_3d": "1"}),
    ),
)
