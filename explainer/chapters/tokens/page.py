"""Tokens and ids: how a sentence becomes numbers, in how many ways, and how it comes back."""

from __future__ import annotations

from explainer.chapters.tokens.lattice import CUT, count_ways, draw_lattice
from explainer.chapters.tokens.mistake import draw_mistake
from explainer.chapters.tokens.sentence import draw_normalisation
from explainer.chapters.tokens.special import draw_batch, draw_special, draw_unknown
from explainer.frame import chapter
from explainer.frame.page import Beat, Page
from explainer.frame.view import View


def draw_cut(view: View) -> None:
    """Draw text, tokens, ids and decoding, in the usual segmentation or another."""
    draw_lattice(view)
    module = "explainer.tokenizer.tokenizer"
    more = [(module, "Tokenizer.decode")]
    chapter.code(view.text, module, "Tokenizer.encode", "return", more=more)


def draw_together(view: View) -> None:
    """Draw a batch of sentences, and the special tokens."""
    draw_batch(view)
    draw_special(view)


def draw_rare(view: View) -> None:
    """Draw unknown characters, and characters that look alike."""
    draw_unknown(view)
    draw_normalisation(view)


CUT_TOO = (CUT.name,)  # beats speak of the tokenizer's ways

PAGE = Page(
    {"cut": draw_cut, "batch": draw_together, "unknown": draw_rare},
    draw_mistake,
    beats=(
        Beat("best", fills=count_ways, lets_go=CUT_TOO),
        Beat("other", {"tokens_way": "4"}, lets_go=CUT_TOO),
        Beat("letters", {"tokens_way": "letters"}, lets_go=CUT_TOO),
        Beat("batch", {"tokens_view": "batch"}),
        Beat("unknown", {"tokens_view": "unknown"}),
    ),
)
