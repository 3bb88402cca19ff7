"""Rank stored hypotheses by length penalty and minimum length; tell when a new search is needed."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from explainer.chapters.beam.state import Beam, Ranking
from explainer.frame.controls import search_name
from explainer.text import Text
from explainer.translation import Translation


def tell_ranking(text: Text, translation: Translation, beam: Beam, ranking: Ranking) -> None:
    """State whether the ranking below the tree is final or a new search could change it."""
    _bar_differs(text, translation, beam, ranking)
    searched = beam.searched
    told = {
        "alpha": f"{ranking.alpha:g}",
        "searched": f"{searched.alpha:g}",
        "min": ranking.min_length,
        "searched_min": searched.min_length,
        "count": len(beam.finished),
    }
    if ranking.gap == "":
        st.caption(text("beam.complete", **told))
    elif ranking.gap == "alpha":
        alive = sum(c.verdict == "stopped" for c in beam.pools[-1])
        st.caption(text("beam.gap_alpha", alive=alive, **told))
    elif ranking.gap == "longer":
        short = sum(length < ranking.min_length for _, length in beam.finished)
        st.caption(text("beam.gap_longer", short=short, **told))
    else:
        st.caption(text("beam.gap_shorter", **told))


def _bar_differs(text: Text, translation: Translation, beam: Beam, ranking: Ranking) -> None:
    """Note that other pages use the sentence bar's settings, if those differ."""
    here = replace(beam.options, method="beam", alpha=ranking.alpha, min_length=ranking.min_length)
    names = {"bar": search_name(text, translation.options), "here": search_name(text, here)}
    if names["bar"] != names["here"]:
        st.caption(text("beam.bar", **names))
