"""Perplexity: of dice, of the model on the reader's pair, and of counted n-grams."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.perplexity.die import draw_die
from explainer.chapters.perplexity.ngrams import draw_ngrams
from explainer.chapters.perplexity.pair import (
    Pair,
    draw_mistake,
    draw_numbers,
    draw_pair,
    pick_token,
    read_pair,
)
from explainer.frame import beats, chapter
from explainer.frame.page import Beat, Page
from explainer.frame.view import View


def draw(view: View) -> Pair | None:
    """Draw the reference's perplexity, and dice as a fragment, so that rolls do not rerun it."""
    text = view.text
    if view.maybe_translation is None:
        draw_die(view)
        beats.here()
        chapter.no_translation(text)
        return None
    with chapter.figure(text("perplexity.pair"), text("perplexity.pair_line")):
        drawn, field = st.container(), st.container()
        with field:
            pair = read_pair(view)
        place = pick_token(view, pair)
        with drawn:
            draw_pair(view, pair, place)
    draw_die(view)
    draw_numbers(view, pair, place)
    return pair


PAGE = Page(
    {"pair": draw, "ngrams": draw_ngrams},
    draw_mistake,
    live=True,
    needs_translation=False,
    probabilities=("pair", "ngrams"),
    beats=(
        Beat("each"),
        Beat("ngrams", {"perplexity_view": "ngrams"}),
        Beat("none", {"perplexity_view": "ngrams", "perplexity_smoothing": "none"}),
    ),
)
