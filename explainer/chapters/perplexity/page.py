"""Perplexity: of dice, of the model on the reader's pair, and why the unit matters."""

from __future__ import annotations

from explainer.chapters.perplexity.die import draw_die
from explainer.chapters.perplexity.ngrams import draw_ngrams
from explainer.chapters.perplexity.pair import (
    Pair,
    draw_mistake,
    draw_numbers,
    draw_pair,
    pick_place,
    read_pair,
)
from explainer.chapters.perplexity.units import draw_literature, draw_units
from explainer.frame import beats, chapter
from explainer.frame.page import Beat, Page
from explainer.frame.view import View


def draw(view: View) -> Pair | None:
    """Dice are a fragment of their own: they never make the pair run again."""
    draw_die(view)
    beats.here()
    if view.found is None:
        chapter.no_translation(view.text)
        return None
    return _pair(view)


def _pair(view: View) -> Pair:
    text = view.text
    with chapter.figure(text("perplexity.pair"), text("perplexity.pair_line")):
        pair = read_pair(view)
        place = pick_place(view, pair)
        draw_pair(view, pair, place)
    draw_numbers(view, pair, place)
    draw_units(view, pair)
    draw_literature(view)
    return pair


PAGE = Page(
    {"pair": draw, "ngrams": draw_ngrams},
    draw_mistake,
    live=True,
    needs_translation=False,
    probabilities=("pair", "ngrams"),
    beats=(
        Beat("fair"),
        Beat("loaded", {"perplexity_face6": "5"}),
        Beat("never", {"perplexity_face6": "0"}),
        Beat("ngrams", {"perplexity_view": "ngrams"}),
        Beat("none", {"perplexity_view": "ngrams", "perplexity_smoothing": "none"}),
    ),
)
