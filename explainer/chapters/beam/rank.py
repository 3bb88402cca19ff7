"""Length penalty and minimum length rank the stored hypotheses; when only a new search can."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import streamlit as st

from explainer.chapters.beam.state import Beam, Ranking, read_ranking
from explainer.chapters.beam.view import hypothesis_texts
from explainer.decoding import DecodeOptions, rerank
from explainer.frame import address
from explainer.frame.controls import search_name
from explainer.runs import beam as beam_runs
from explainer.text import Text
from explainer.text.numbers import decimal
from explainer.translation import Translation

AGAIN: Final = "beam_again"  # the new search was asked for, in the address
ASKED: Final = "beam_asked"  # session: with which values


def draw_ranking(text: Text, translation: Translation, beam: Beam) -> Ranking:
    """The minimum length, and whether the order below the tree is the last word."""
    st.subheader(text("beam.rank"), anchor=False)
    ranking = read_ranking(text, beam)
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
    _again(text, translation, beam, ranking)
    return ranking


def _bar_differs(text: Text, translation: Translation, beam: Beam, ranking: Ranking) -> None:
    """The other pages go on with the settings of theirs: both are said."""
    here = replace(beam.options, method="beam", alpha=ranking.alpha, min_length=ranking.min_length)
    names = {"bar": search_name(text, translation.options), "here": search_name(text, here)}
    if names["bar"] != names["here"]:
        st.caption(text("beam.bar", **names))


def _again(text: Text, translation: Translation, beam: Beam, ranking: Ranking) -> None:
    """A new search with these values, on request; any change of them takes it back."""
    options = replace(
        beam.options,
        alpha=ranking.alpha,
        min_length=min(ranking.min_length, beam.searched.max_length),
    )
    values = (translation.model, translation.source.text, options)
    if options == beam.options:
        _keep_search_wish(values, False)
        return
    address.seed(AGAIN, False, address.switch)
    is_new = st.session_state.get(ASKED) not in (None, values)
    if is_new:
        st.session_state[AGAIN] = False
    _keep_search_wish(values, bool(st.session_state[AGAIN]))
    if st.button(
        text("beam.again", alpha=f"{ranking.alpha:g}", min=ranking.min_length),
        key="beam_again_button",
        icon=":material/refresh:",
    ):
        _keep_search_wish(values, True)
    if st.session_state[AGAIN]:
        _compare(text, translation, ranking, options)


def _keep_search_wish(values: tuple[object, ...], is_on: bool) -> None:
    st.session_state[ASKED] = values
    st.session_state[AGAIN] = is_on
    address.keep(AGAIN, is_on, False)


def _compare(
    text: Text, translation: Translation, ranking: Ranking, options: DecodeOptions
) -> None:
    """What the new search returns beside the best of what was stored."""
    stored = ranking.order[0]
    hypotheses = beam_runs.hypotheses_of(translation, options)
    best = rerank(hypotheses, options.alpha, options.min_length)[0]
    numbers = {"new": decimal(best.score, 3), "stored": decimal(stored.score, 3)}
    if best.ids == stored.ids:
        st.caption(text("beam.again_same", **numbers))
        return
    st.caption(text("beam.again_found"))
    st.code(hypothesis_texts(text, translation, [best])[0], language=None, wrap_lines=True)
    if len(stored.ids) < options.min_length:
        st.caption(text("beam.again_only", pieces=len(best.ids), **numbers))
    elif best.score > stored.score:
        st.caption(text("beam.again_better", **numbers))
    else:
        st.caption(text("beam.again_other", **numbers))
