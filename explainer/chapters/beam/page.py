"""Beam search: the tree of hypotheses, the length penalty, a rescued branch."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.beam_rerank import winners_by_alpha
from explainer.chapters.beam.formula import draw_formula, draw_shapes
from explainer.chapters.beam.mistake import draw_mistake
from explainer.chapters.beam.rank import tell_ranking
from explainer.chapters.beam.state import (
    SHOW,
    Beam,
    beam_of,
    read_beam,
    read_ranking,
    read_step,
)
from explainer.chapters.beam.view import draw_tree
from explainer.frame import chapter
from explainer.frame.page import Beat, Page
from explainer.frame.params import MAX_ALPHA
from explainer.frame.view import View
from explainer.runs.beam import search_options
from explainer.text import Text


def draw(view: View) -> None:
    """Draw the tree, then its settings and the sliders that rank the hypotheses."""
    text, translation = view.text, view.translation
    figure = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        beam = read_beam(view)
        show = SHOW.draw(text)
        step = read_step(view, beam)
        ranking = read_ranking(text, beam)
    tell_ranking(text, translation, beam, ranking)
    with figure:
        draw_tree(view, beam, ranking, step, show)
    left, right = chapter.details()
    with left:
        draw_formula(view, beam, ranking)
    with right:
        draw_shapes(text, beam, step, translation.n_vocab)
        chapter.code(text, "explainer.decoding.beam", "_advance", "for minus_total")


def alpha_of(view: View) -> dict[str, object]:
    """Return the sentence on the α at which the best hypothesis of a beam of 4 changes."""
    found = beam_of(view, search_options(view.translation, 4))
    return {"here": said_of_alpha(view.text, found)}


def said_of_alpha(text: Text, beam: Beam) -> str:
    """Describe the last change of the best hypothesis up to the largest α."""
    ends = [h for h in beam.hypotheses if h.finished]
    winners = winners_by_alpha([(h.total, len(h.ids)) for h in ends], MAX_ALPHA)
    if len(winners) < 2:
        return text("beam.alpha_none")
    (_, first), (alpha, last) = winners[0], winners[-1]
    told = {"first": len(ends[first].ids), "last": len(ends[last].ids), "alpha": f"{alpha:.2f}"}
    if ends[last].ids == beam.greedy.ids:
        return text("beam.alpha_greedy", **told)
    return text("beam.alpha_jump", **told)


PAGE = Page(
    draw,
    draw_mistake,
    probabilities=("",),
    beats=(
        Beat("four", {"beam_width": "4"}),
        Beat("one", {"beam_width": "1"}),
        Beat("alpha", {"beam_width": "4", "beam_alpha": "2"}, fills=alpha_of),
    ),
)
