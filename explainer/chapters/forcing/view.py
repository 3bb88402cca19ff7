"""The figures of the forcing page: the path that parts, what is expected next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st

from explainer.analysis.forcing import divergence
from explainer.chapters.forcing.fork import ForkWords, Step, Written, fork, fork_payload
from explainer.chapters.forcing.paths import Path, Paths
from explainer.charts.lookup import top_candidates
from explainer.frame import chapter
from explainer.frame.pickers import Picker
from explainer.runs.registry import model_of
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text

POSITION: Final = "forcing_position"  # counts from 1, in the address too


def start_position(paths: Paths) -> int:
    """Where the page opens, from 0: where the two first read different pieces, that is after the
    first divergence; without one the most surprising piece.
    """
    place = divergence(paths.reference.ids, paths.greedy.ids)
    if place is None:
        return int(paths.reference.forced.losses.argmax())
    return min(place + 1, min(len(paths.reference.ids), len(paths.greedy.ids)) - 1)


def pick_position(text: Text, paths: Paths) -> int:
    """The chosen position from 0."""
    pick = Picker(text, (paths.reference.ids, paths.greedy.ids))
    return pick.number(POSITION, text("forcing.position"), paths.longest, start_position(paths))


def draw_fork(view: View, paths: Paths, place: int) -> None:
    """One path up to the first divergence, then the reference's and the decoder's own."""
    text, cut = view.text, divergence(paths.reference.ids, paths.greedy.ids)
    words = ForkWords(
        text("forcing.figure"), text("forcing.lane_forced"), text("forcing.lane_free")
    )
    data = fork_payload(steps_of(view, paths), cut, place, words=words, dark=view.dark)
    fork(data, key="forcing_fork", on_pick=_go)
    st.caption(_told(text, paths, cut))


def _told(text: Text, paths: Paths, cut: int | None) -> str:
    """What the drawing shows, in a sentence."""
    if cut is None:
        return text("forcing.no_divergence")
    return text("forcing.divergence", place=cut + 1)


def _go(place: int) -> None:
    st.session_state[POSITION] = place + 1


def steps_of(view: View, paths: Paths) -> list[Step]:
    """Every step of both paths; without an end the shorter of them has none there."""
    reference, greedy = paths.reference, paths.greedy
    numbers = reference.forced
    firsts = model_of(view.translator_name).pieces(numbers.top_ids[:, 0].tolist())
    steps = []
    for at in range(max(len(reference.ids), len(greedy.ids))):
        struck = None
        if at < len(reference.ids) and not numbers.hits[at]:
            struck = Written(firsts[at], percent(float(numbers.top_probs[at, 0])))
        spoken = _spoken(view.text, paths, at)
        steps.append(Step(_written(reference, at), _written(greedy, at), struck, spoken))
    return steps


def _written(path: Path, at: int) -> Written | None:
    if at >= len(path.ids):
        return None
    return Written(path.pieces[at], percent(float(np.exp(path.forced.log_probs[at]))))


def _spoken(text: Text, paths: Paths, at: int) -> str:
    """A step in a sentence, for the tooltip and for screen readers."""
    numbers = paths.reference.forced
    own = paths.greedy.pieces[at] if at < len(paths.greedy.pieces) else "–"
    if at >= len(paths.reference.ids):
        return text("forcing.spoken_over", place=at + 1, own=own)
    return text(
        "forcing.spoken",
        place=at + 1,
        piece=paths.reference.pieces[at],
        p=percent(float(np.exp(numbers.log_probs[at]))),
        rank=f"{numbers.ranks[at]:,}",
        own=own,
    )


def draw_candidates(view: View, paths: Paths, place: int) -> None:
    """The distribution at the chosen position: after the reference's pieces and after its own."""
    text = view.text
    same = paths.reference.ids[:place] == paths.greedy.ids[:place]
    if same and place < min(len(paths.reference.ids), len(paths.greedy.ids)):
        _one_side(view, text("forcing.after_both"), paths.reference, place, paths.reference)
        st.caption(text("forcing.same_prefix"))
        return
    left, right = st.columns(2, gap="large")
    with left:
        _one_side(view, text("forcing.after_gold"), paths.reference, place, paths.reference)
    with right:
        _one_side(view, text("forcing.after_own"), paths.greedy, place, paths.greedy)


def _one_side(view: View, title: str, path: Path, place: int, wanted: Path) -> None:
    text = view.text
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.markdown(f"**{title}**", width="content")
        if place >= len(path.ids):
            st.caption(text("forcing.ended", place=place + 1), width="content")
            return
        st.text(" ".join(("<s>", *path.pieces[:place])), width="content")
    numbers = path.forced
    ids = numbers.top_ids[place].tolist()
    target = wanted.ids[place]
    chapter.chart(
        top_candidates(
            pieces=list(model_of(view.translator_name).pieces(ids)),
            probs=numbers.top_probs[place],
            chosen=ids.index(target) if target in ids else None,
            others_label=text("words.others"),
            label_title=text("words.piece"),
            value_title=text("words.probability"),
            dark=view.dark,
        ),
        text("forcing.candidates_alt", place=place + 1, what=title),
    )
    if target not in ids:
        st.text(
            text(
                "forcing.next_piece",
                piece=wanted.pieces[place],
                rank=f"{numbers.ranks[place]:,}",
                p=percent(float(np.exp(numbers.log_probs[place])), 2),
            )
        )
