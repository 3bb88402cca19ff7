"""Embeddings: vectors that are alike, a map, sums, the look-up, their scale, one shared matrix."""

from __future__ import annotations

from explainer.chapters.embeddings.arithmetic import draw_arithmetic
from explainer.chapters.embeddings.mistake import draw_mistake
from explainer.chapters.embeddings.near import draw_near
from explainer.chapters.embeddings.scale import draw_factor, draw_tying
from explainer.chapters.embeddings.space import draw_space
from explainer.chapters.embeddings.vector import draw_vector
from explainer.frame.page import Beat, Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """What the beats change comes first; the chosen step is a fragment of its own."""
    chosen = draw_near(view)
    draw_space(view, chosen)
    draw_arithmetic(view)
    draw_vector(view, chosen)
    draw_factor(view)
    draw_tying(view)


PAGE = Page(
    draw,
    draw_mistake,
    beats=(
        Beat("alike"),
        Beat("length", {"embeddings_measure": "dot"}),
        Beat("fit", {"embeddings_fit": "vocabulary"}),
        Beat("three", {"embeddings_3d": "1"}),
    ),
)
