"""Tell a search error from a model error."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.forcing import Verdict, verdict
from explainer.chapters.forcing.paths import Path, Paths
from explainer.decoding.hypothesis import length_penalty
from explainer.frame import chapter
from explainer.frame.controls import search_name
from explainer.frame.reference import Reference
from explainer.text import Text
from explainer.text.numbers import decimal, superscript

SAME_LIMIT = 1e-4  # nats: step by step in float32 against one pass in float64


def score(path: Path, alpha: float) -> float:
    """Return the ranking score: log p divided by the length penalty."""
    return path.forced.total / length_penalty(len(path.ids), alpha)


def draw_verdict(text: Text, paths: Paths, reference: Reference) -> None:
    """Draw the verdict on what was found."""
    if reference.unknown:
        st.info(text("forcing.verdict_unknown"), icon=":material/help:")
    elif len(reference.ids) < paths.options.min_length:
        least = paths.options.min_length
        st.info(text("forcing.verdict_short", least=least), icon=":material/help:")
    else:
        _judge(text, paths)
    _agreement(text, paths.beam)


def _judge(text: Text, paths: Paths) -> None:
    """Judge the beam by log-probability and by score, greedy search by log-probability."""
    reference, alpha = paths.reference, paths.options.alpha
    beam = search_name(text, paths.options)
    by_sum = compare_paths(reference, paths.beam, None)
    by_score = compare_paths(reference, paths.beam, alpha)
    _say("beam", text, beam, by_sum, (reference.forced.total, paths.beam.forced.total))
    if by_sum == by_score:
        st.markdown(text("forcing.score_agrees", alpha=f"{alpha:g}"))
    else:
        st.markdown(
            text(
                "forcing.score_differs",
                alpha=f"{alpha:g}",
                reference=decimal(score(reference, alpha), 3),
                found=decimal(score(paths.beam, alpha), 3),
            )
        )
    if paths.greedy.ids != paths.beam.ids:
        _say(
            "greedy",
            text,
            text("forcing.line_greedy"),
            compare_paths(reference, paths.greedy, None),
            (reference.forced.total, paths.greedy.forced.total),
        )
    if not paths.beam.finished:
        st.caption(text("forcing.unfinished"))


def compare_paths(reference: Path, other: Path, alpha: float | None) -> Verdict:
    """Compare two outputs by total log-probability, or by score with this `alpha`."""
    sides = [
        (path.ids, path.forced.total if alpha is None else score(path, alpha))
        for path in (reference, other)
    ]
    return verdict(sides[0], sides[1])


def _say(
    place: str, text: Text, search: str, verdict: Verdict, totals: tuple[float, float]
) -> None:
    reference, other = totals
    values = {
        "search": search,
        "reference": decimal(reference),
        "found": decimal(other),
        "times": probability_ratio(abs(reference - other)),
    }
    said = {
        "found": text("forcing.is_found", **values),
        "search": text("forcing.is_search", **values),
        "model": text("forcing.is_model", **values),
        "tie": text("forcing.is_tie", **values),
    }
    with st.container(border=True, key=f"forced_{place}"):
        st.markdown(said[verdict])


def probability_ratio(nats: float) -> str:
    """Format exp of a difference in nats as a ratio of probabilities."""
    if nats < 5:
        return f"{np.exp(nats):.1f}"
    if nats < 13:
        return f"{np.exp(nats):,.0f}"
    return f"10{superscript(round(nats / np.log(10)))}"


def _agreement(text: Text, beam: Path) -> None:
    """Check that one pass over all positions gives the search's numbers."""
    if beam.hypothesis is None:
        return
    steps = np.array(beam.hypothesis.log_probs)
    difference = float(np.abs(steps - beam.forced.log_probs).max())
    chapter.agreement(text, difference, SAME_LIMIT)
