"""The reader's choices on the beam page, kept in the URL.

The page searches with the sentence bar's settings and its own beam width; length penalty and
minimum length only rerank the stored hypotheses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from explainer.analysis.beam_rerank import Missing, SearchSettings, why_missing
from explainer.analysis.beam_tree import Ids, find_candidate, parting_step
from explainer.decoding import DecodeOptions, Hypothesis, rerank
from explainer.frame import address
from explainer.frame.choices import Control, OneOf, Place, Slider
from explainer.frame.params import DEFAULTS, MAX_ALPHA, MAX_MIN_LENGTH, MAX_WIDTH
from explainer.frame.pickers import picker
from explainer.frame.view import View
from explainer.runs.beam import (
    CandidatePools,
    Hypotheses,
    candidate_pools,
    search_hypotheses,
    search_options,
    search_settings,
)
from explainer.text import Text
from explainer.translation import Translation

STEP = Place("beam_step")
WIDTH = OneOf("beam_width", (*range(1, MAX_WIDTH + 1),), says="beam.beamtree.width")
SHOW = OneOf("beam_show", ("sum", "p"))  # the number above the tokens
ALPHA = Slider("beam_alpha", 0.0, MAX_ALPHA)
MIN = Slider("beam_min", 0, MAX_MIN_LENGTH)
CHOSEN = OneOf[int]("beam_chosen", listed=True)
RESCUE = OneOf[str]("beam_rescue", listed=True)
NONE: Final = "none"
HERE, BAR = "beam_here", "beam_bar"  # session: what the values of the controls belong to


@dataclass(frozen=True)
class Beam:
    """A finished search: settings, candidates, hypotheses, and greedy search's output."""

    options: DecodeOptions
    searched: SearchSettings
    pools: CandidatePools
    hypotheses: Hypotheses
    greedy: Hypothesis

    @property
    def finished(self) -> list[tuple[float, int]]:
        """(total, length) of every finished hypothesis."""
        return [(h.total, len(h.ids)) for h in self.hypotheses if h.finished]


@dataclass(frozen=True)
class Ranking:
    """The stored hypotheses, ranked by the reader's length penalty and minimum length."""

    alpha: float
    min_length: int
    order: tuple[Hypothesis, ...]
    gap: Missing


def read_beam(view: View) -> Beam:
    """Run the search with the width chosen in the tree, or return it from the cache."""
    text, translation = view.text, view.translation
    bar = translation.options
    usual = usual_width(translation)
    _follow(BAR, (usual, bar.alpha, bar.min_length), (WIDTH, ALPHA, MIN))
    options = search_options(translation, WIDTH.in_drawing(text, usual))
    _follow(HERE, (translation.model, translation.source.text, options), (CHOSEN,))
    return beam_of(view, options)


def usual_width(translation: Translation) -> int:
    """Return the sentence bar's beam width, or a default if it uses another method."""
    bar = translation.options
    return bar.width if bar.method == "beam" else DEFAULTS.width


def beam_of(view: View, options: DecodeOptions) -> Beam:
    """Run a beam search with these options, or return it from the cache."""
    translation = view.translation
    greedy = search_hypotheses(translation, search_options(translation, 1))[0]
    return Beam(
        options,
        search_settings(options, view.card["model"]["max_positions"]),
        candidate_pools(translation, options),
        search_hypotheses(translation, options),
        greedy,
    )


def read_step(view: View, beam: Beam) -> int:
    """Return the highlighted step, from 1."""
    count = len(beam.pools)
    usual = min(parting_step(best_of(beam).ids, beam.greedy.ids), count)
    return 1 + picker(view.text, view.translation).number(STEP, count, usual - 1)


def best_of(beam: Beam) -> Hypothesis:
    """Return the best hypothesis of the search itself."""
    return rerank(beam.hypotheses, beam.options.alpha, beam.options.min_length)[0]


def read_ranking(text: Text, beam: Beam) -> Ranking:
    """Draw the minimum length; if nothing stored is long enough, everything stored is ranked.

    The length penalty is drawn in the tree.
    """
    searched = beam.searched
    alpha = ALPHA.in_drawing(text, searched.alpha)
    low = min(MAX_MIN_LENGTH, searched.max_length)
    min_length = MIN.draw(text, min(searched.min_length, low), low)
    missing = why_missing(beam.pools, beam.finished, searched, alpha, min_length)
    order = rerank(beam.hypotheses, alpha, min_length)
    return Ranking(alpha, min_length, tuple(order or rerank(beam.hypotheses, alpha)), missing)


def read_rescue(text: Text, beam: Beam, step: int, names: Sequence[tuple[Ids, str]]) -> Ids | None:
    """Return the pruned path to resume: one of this step, or the one chosen before.

    `names` are the paths cut at this step with their words.
    """
    listed = {NONE: text("beam.rescue_none")}
    for written in (st.session_state.get(RESCUE.name), st.query_params.get(RESCUE.name)):
        path = parse_path(written)
        candidate = find_candidate(beam.pools, path) if path else None
        can = candidate is not None and candidate.verdict in ("pruned", "stopped")
        if path and can and path not in dict(names):
            listed[format_path(path)] = text("beam.rescue_other", step=len(path))
    listed |= {format_path(path): words for path, words in names}
    picked = RESCUE.draw(text, listed, step=step)
    return None if picked == NONE else parse_path(picked)


def format_path(ids: Ids) -> str:
    return "-".join(map(str, ids))


def parse_path(written: object) -> Ids | None:
    """Parse a path of ids from the URL; None if invalid."""
    if not isinstance(written, str) or not written:
        return None
    parts = written.split("-")
    if not all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts):
        return None
    return tuple(int(part) for part in parts)


def _follow(memory: str, here: tuple[object, ...], controls: tuple[Control[Any], ...]) -> None:
    """Reset choices that were made for another sentence or search.

    The URL still applies to controls that are new, so that a link shows its sender's view.
    """
    before = st.session_state.get(memory)
    st.session_state[memory] = here
    if before is None or before == here:
        return
    for name in (control.name for control in controls):
        if not address.url_wins(name):
            del st.session_state[name]
            st.query_params.pop(name, None)
        address.forget(name)
