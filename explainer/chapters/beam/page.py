"""Beam search: the tree of hypotheses, the length penalty, a rescued branch."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.beam_rerank import winners_by_alpha
from explainer.analysis.beam_tree import CHOSEN, parting_step
from explainer.chapters.beam.formula import draw_formula, draw_shapes
from explainer.chapters.beam.mistake import draw_mistake
from explainer.chapters.beam.rank import tell_ranking
from explainer.chapters.beam.state import (
    SHOW,
    Beam,
    beam_of,
    best_of,
    read_beam,
    read_ranking,
    read_step,
)
from explainer.chapters.beam.view import draw_tree
from explainer.decoding import Hypothesis
from explainer.frame import chapter
from explainer.frame.page import Beat, Page
from explainer.frame.params import MAX_ALPHA
from explainer.frame.view import View
from explainer.runs.beam import search_options
from explainer.text import Text
from explainer.text.numbers import decimal


def draw(view: View) -> None:
    """Draw the tree, then its settings and the sliders that rank the hypotheses."""
    text, translation = view.text, view.translation
    beam = read_beam(view)
    step = read_step(view, beam)
    looked = sum(map(len, beam.pools))
    kept = sum(c.verdict in CHOSEN for pool in beam.pools for c in pool)
    line = text("beam.figure_line", looked=f"{looked:,}", kept=kept)
    with chapter.figure(text("beam.figure"), line):
        tree = st.container()
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            show = SHOW.draw(text)
            ranking = read_ranking(text, beam)
        tell_ranking(text, translation, beam, ranking)
        with tree:
            draw_tree(view, beam, ranking, step, show)
    left, right = chapter.details()
    with left:
        draw_formula(view, beam, ranking)
    with right:
        draw_shapes(text, beam, step, translation.n_vocab)
        chapter.code(text, "explainer.decoding.beam", "_advance", "for minus_total")


def lead_of(view: View) -> dict[str, object]:
    """Return the sentence on how the winner of a beam of 4 overtakes greedy search's path."""
    found = beam_of(view, search_options(view.translation, 4))
    return {"here": said_of_lead(view.text, best_of(found), found.greedy)}


def said_of_lead(text: Text, winner: Hypothesis, greedy: Hypothesis) -> str:
    """Describe where the winner leaves greedy search's path, and from where on it is ahead."""
    if winner.ids == greedy.ids:
        return text("beam.four_same")
    count = min(len(winner.ids), len(greedy.ids))
    sums_HT = np.cumsum([h.log_probs[:count] for h in (winner, greedy)], axis=1)
    lead_T = -np.diff(sums_HT.round(2), axis=0)[0].round(2)
    step = parting_step(winner.ids, greedy.ids)
    told = {"step": step, "behind": decimal(-lead_T[step - 1], 2)}
    if lead_T[-1] <= 0:
        return text("beam.four_left", **told)
    return text("beam.four_over", over=count - int((lead_T[::-1] > 0).argmin()) + 1, **told)


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
        Beat("four", {"beam_width": "4"}, fills=lead_of),
        Beat("one", {"beam_width": "1"}),
        Beat("sum", {"beam_width": "4", "beam_alpha": "0"}),
        Beat("alpha", {"beam_width": "4", "beam_alpha": "2"}, fills=alpha_of),
    ),
)
