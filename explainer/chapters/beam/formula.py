"""The length-penalty formula with the chosen hypothesis' numbers, and tensor shapes."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.beam.state import CHOSEN, Beam, Ranking
from explainer.chapters.beam.view import hypothesis_texts
from explainer.decoding import Hypothesis, length_penalty
from explainer.frame import chapter, teaching
from explainer.frame.formula import in_colour, tones
from explainer.frame.view import View
from explainer.runs import beam as beam_runs
from explainer.text import Text

TERMS: Final = 2  # summands that are written out
LISTED: Final = 20


def draw_formula(view: View, beam: Beam, ranking: Ranking) -> None:
    """Draw sum, divisor and score of one hypothesis, and check the sum against the model.

    Draws no choice of a hypothesis if both formula and code are hidden.
    """
    if teaching.hides("formula") and teaching.hides("code"):
        return
    text, translation = view.text, view.translation
    names = {
        place: f"{place}. {words}"
        for place, words in enumerate(
            hypothesis_texts(text, translation, ranking.order[:LISTED]), start=1
        )
    }
    chosen = ranking.order[CHOSEN.draw(text, names) - 1]
    chapter.formula(text, equations(chosen, ranking.alpha, view.dark))
    if not teaching.hides("formula"):
        chapter.agreement(
            text, beam_runs.log_prob_difference(translation, beam.hypotheses[0]), limit=LIMIT
        )


LIMIT: Final = 1e-4  # one batch of live rows against one pass over all positions, in 32-bit


def equations(chosen: Hypothesis, alpha: float, dark: bool) -> list[str]:
    """Return LaTeX for `chapter.formula`."""
    colours = tones(dark)
    count = len(chosen.ids)
    terms = [f"{value:.2f}" for value in chosen.log_probs]
    shown = [terms[0], *(f"({term})" for term in terms[1:TERMS])] if terms else ["0"]
    if count > TERMS:
        shown += [r"\cdots"] * (count > TERMS + 1) + [f"({terms[-1]})"]
    total = in_colour(colours, "target", rf"\mathbf{{{chosen.total:.3f}}}")
    divisor = length_penalty(count, alpha)
    power = rf"\left(\frac{{5 + {count}}}{{6}}\right)^{{{alpha:g}}}"
    return [
        rf"\log P(y \mid x) = \sum_{{t{{=}}1}}^{{|y|}} \log p(y_t \mid y_{{<t}}, x)"
        rf" = {' + '.join(shown)} = {total}",
        rf"\mathrm{{lp}}(y) = \left(\frac{{5 + |y|}}{{6}}\right)^{{\alpha}}"
        rf" = {power} = {divisor:.3f}",
        rf"\mathrm{{score}}(y) = \frac{{\log P(y \mid x)}}{{\mathrm{{lp}}(y)}}"
        rf" = \frac{{{chosen.total:.3f}}}{{{divisor:.3f}}} = \mathbf{{{chosen.score:.3f}}}",
    ]


def draw_shapes(text: Text, beam: Beam, step: int, n_vocab: int) -> None:
    """Draw the shapes of a step: live rows, their distributions, the pool, the survivors."""
    pool = beam.pools[step - 1]
    rows = len({c.parent for c in pool})
    each = 2 * beam.options.width
    kept = sum(c.verdict == "kept" for c in pool)
    chapter.shapes(
        text,
        [
            ("ids", "R", (rows,)),
            ("log_probs", "R, V", (rows, n_vocab)),
            ("top_log_probs", "R, 2k", (rows, each)),
            ("pool", "R · 2k", (len(pool),)),
            ("parents", "R′", (kept,)),
        ],
        text("beam.shapes_note", width=beam.options.width),
        own="Rk",
    )
    st.caption(text("beam.cache_note"))
