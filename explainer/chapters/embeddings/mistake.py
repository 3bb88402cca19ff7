"""Common mistake: trusting the 2-d projection."""

from __future__ import annotations

from explainer.chapters.embeddings.data import NEIGHBOURS, count_shared, projection
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.text.numbers import percent


def draw_mistake(view: View) -> None:
    """Compare the nearest tokens in 2-d and in all dimensions, by the same measure."""
    translation = view.translation
    overlaps = count_shared(translation.model, tuple(dict.fromkeys(translation.source.ids)))
    chapter.wrong(
        view.text,
        view.text(
            "embeddings.mistake_line",
            count=NEIGHBOURS,
            mean=f"{sum(overlaps) / len(overlaps):.1f}",
            share=percent(projection(translation.model)[0].shares.sum()),
        ),
    )
