"""Pieces and ids: how a sentence becomes numbers, in how many ways, and how it comes back."""

from __future__ import annotations

from explainer.chapters.tokens.lattice import draw_lattice
from explainer.chapters.tokens.mistake import draw_mistake
from explainer.chapters.tokens.sentence import draw_normalisation, draw_sentence
from explainer.chapters.tokens.special import draw_batch, draw_special, draw_unknown
from explainer.frame import beats, chapter
from explainer.frame.page import Beat, Page
from explainer.frame.view import View


def draw(view: View) -> None:
    """Every figure with controls is a fragment of its own."""
    with beats.elsewhere():
        draw_sentence(view)
    draw_lattice(view)
    beats.here()
    draw_special(view)
    draw_batch(view)
    draw_unknown(view)
    draw_normalisation(view)
    chapter.code(view.text, "explainer.tokenizer.tokenizer", "Tokenizer.encode")


PAGE = Page(
    draw,
    draw_mistake,
    beats=(
        Beat("best", {"tokens_way": "1"}),
        Beat("second"),
        Beat("letters", {"tokens_way": "letters"}),
    ),
)
