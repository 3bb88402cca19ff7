"""The figure of the forcing page: two ways to run the decoder, one above the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st

from explainer.analysis.forcing import Forced, divergence
from explainer.chapters.forcing.paths import Path, Paths
from explainer.charts.curves import Axis, Curve, curves
from explainer.charts.lookup import top_candidates
from explainer.components.lanes import Cell, Kind, Lane, lanes
from explainer.frame import chapter, choices
from explainer.frame.controls import search_name
from explainer.frame.pickers import Picker
from explainer.frame.probabilities import percent
from explainer.frame.tables import Column, show_table
from explainer.runs.registry import model_of
from explainer.tokenizer import BOS, EOS

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text

POSITION: Final = "forcing_position"  # counts from 1, in the address too
FORMAT: Final = ",.4~g"  # 150 stays 150
SHIFT: Final = "↗"


def start_position(found: Paths) -> int:
    """Where the page opens, from 0: where the two first read different pieces, that is after the
    first divergence; without one the most surprising piece.
    """
    place = divergence(found.reference.ids, found.greedy.ids)
    if place is None:
        return int(found.reference.forced.losses.argmax())
    return min(place + 1, min(len(found.reference.ids), len(found.greedy.ids)) - 1)


def pick_position(text: Text, found: Paths) -> int:
    """The scrubber; the chosen position from 0."""
    pick = Picker(text, (found.reference.ids, found.greedy.ids))
    return pick.slider(POSITION, text("forcing.position"), found.longest, start_position(found))


def draw_lanes(view: View, found: Paths, place: int) -> None:
    """Decoder input against target, shifted by one; below the model on its own."""
    text, reference, greedy = view.text, found.reference, found.greedy
    cut = divergence(reference.ids, greedy.ids)
    numbers = reference.forced
    firsts = [
        Cell(piece, _kind(int(index)), "" if hit else "wrong")
        for piece, index, hit in zip(
            model_of(view.translator_name).pieces(numbers.top_ids[:, 0].tolist()),
            numbers.top_ids[:, 0],
            numbers.hits,
            strict=True,
        )
    ]
    probs = np.exp(numbers.log_probs)
    rows = [
        Lane("", [Cell(str(at + 1)) for at in range(found.longest)]),
        Lane(text("forcing.lane_forced"), head=True),
        Lane(text("forcing.lane_reads"), _reads(reference)),
        Lane("", _links(reference)),
        Lane(text("forcing.lane_target"), _output_cells(reference)),
        Lane(text("forcing.lane_p"), [Cell(percent(p), "bar", share=float(p)) for p in probs]),
        Lane(text("forcing.lane_first"), firsts),
        Lane(text("forcing.lane_free"), head=True),
        Lane(text("forcing.lane_reads"), _reads(greedy)),
        Lane("", _links(greedy)),
        Lane(text("forcing.lane_greedy"), _compared_cells(greedy, reference)),
    ]
    lanes(
        rows=rows,
        spoken=_tooltips(text, found),
        title=text("forcing.figure"),
        dark=view.dark,
        key="forcing_lanes",
        chosen=place,
        on_pick=_go,
        cut=cut,
    )
    if cut is None:
        st.caption(text("forcing.no_divergence"))
    else:
        st.caption(text("forcing.divergence", place=cut + 1))


def _go(place: int) -> None:
    st.session_state[POSITION] = place + 1


def _kind(index: int) -> Kind:
    return "special" if index in (BOS, EOS) else "piece"


def _reads(path: Path) -> list[Cell]:
    return [Cell("<s>", "special"), *(Cell(piece, "piece") for piece in path.pieces[:-1])]


def _links(path: Path) -> list[Cell]:
    """What is written at one position is read at the next."""
    return [Cell(SHIFT, "link")] * (len(path.ids) - 1) + [Cell(kind="link")]


def _output_cells(path: Path) -> list[Cell]:
    return [Cell(piece, _kind(index)) for piece, index in zip(path.pieces, path.ids, strict=True)]


def _compared_cells(path: Path, reference: Path) -> list[Cell]:
    """The pieces with ✗ where the reference has another at this very position."""
    return [
        Cell(piece, _kind(index), "" if reference.ids[at : at + 1] == (index,) else "wrong")
        for at, (piece, index) in enumerate(zip(path.pieces, path.ids, strict=True))
    ]


def _tooltips(text: Text, found: Paths) -> list[str]:
    """One sentence a column, for the tooltip and for screen readers."""
    probs, ranks = np.exp(found.reference.forced.log_probs), found.reference.forced.ranks
    lines = []
    for at in range(found.longest):
        own = found.greedy.pieces[at] if at < len(found.greedy.pieces) else "–"
        if at < len(found.reference.ids):
            lines.append(
                text(
                    "forcing.spoken",
                    place=at + 1,
                    piece=found.reference.pieces[at],
                    p=percent(probs[at]),
                    rank=f"{ranks[at]:,}",
                    own=own,
                )
            )
        else:
            lines.append(text("forcing.spoken_over", place=at + 1, own=own))
    return lines


def draw_candidates(view: View, found: Paths, place: int) -> None:
    """The distribution at the chosen position: after the reference's pieces and after its own."""
    text = view.text
    same = found.reference.ids[:place] == found.greedy.ids[:place]
    if same and place < min(len(found.reference.ids), len(found.greedy.ids)):
        _one_side(view, text("forcing.after_both"), found.reference, place, found.reference)
        st.caption(text("forcing.same_prefix"))
        return
    left, right = st.columns(2, gap="large")
    with left:
        _one_side(view, text("forcing.after_gold"), found.reference, place, found.reference)
    with right:
        _one_side(view, text("forcing.after_own"), found.greedy, place, found.greedy)


def _one_side(view: View, title: str, path: Path, place: int, wanted: Path) -> None:
    text = view.text
    st.markdown(f"**{title}**")
    if place >= len(path.ids):
        st.caption(text("forcing.ended", place=place + 1))
        return
    st.text(" ".join(("<s>", *path.pieces[:place])))
    numbers = path.forced
    ids = numbers.top_ids[place].tolist()
    target = wanted.ids[place]
    chosen = ids.index(target) if target in ids else None
    chapter.chart(
        top_candidates(
            pieces=list(model_of(view.translator_name).pieces(ids)),
            probs=numbers.top_probs[place],
            chosen=chosen,
            others_label=text("words.others"),
            label_title=text("words.piece"),
            value_title=text("words.probability"),
            dark=view.dark,
        ),
        text("forcing.candidates_alt", place=place + 1, what=title),
    )
    st.text(
        text(
            "forcing.next_piece",
            piece=wanted.pieces[place],
            rank=f"{numbers.ranks[place]:,}",
            p=percent(float(np.exp(numbers.log_probs[place])), 2),
        )
    )


def draw_losses(view: View, found: Paths, smoothing: float) -> None:
    """The loss piles up along each output; the end of a line is -log p of all of it."""
    text = view.text
    names = {"plain": text("forcing.loss"), "smoothed": text("forcing.smoothed")}
    kind = choices.segments(text, "forcing_loss", text("forcing.which_loss"), names, "plain")
    epsilon = smoothing if kind == "smoothed" else 0.0
    reference, greedy, beam = (
        np.cumsum(path.forced.smoothed(epsilon))
        for path in (found.reference, found.greedy, found.beam)
    )
    longest = max(map(len, (reference, greedy, beam)))
    chapter.chart(
        curves(
            lines=[
                Curve(text("forcing.line_reference"), reference, "target"),
                Curve(text("forcing.line_greedy"), greedy, "residual"),
                Curve(search_name(text, found.options), beam, "ink", dash=(5, 4)),
            ],
            x=Axis(text("forcing.position"), words=[str(place + 1) for place in range(longest)]),
            y=Axis(text("forcing.cumulative"), form=FORMAT),
            name_title=text("forcing.output"),
            form=FORMAT,
            dark=view.dark,
        ),
        text(
            "forcing.losses_alt",
            reference=_end(found.reference.forced, epsilon),
            greedy=_end(found.greedy.forced, epsilon),
            beam=_end(found.beam.forced, epsilon),
        ),
        "forcing_losses",
    )
    if kind == "smoothed":
        st.caption(text("forcing.smoothed_line", epsilon=f"{smoothing:g}"))
    _table(text, found.reference, smoothing)


def _end(numbers: Forced, epsilon: float) -> str:
    return f"{numbers.smoothed(epsilon).sum():.2f}"


def _table(text: Text, path: Path, smoothing: float) -> None:
    """Every position of the reference in numbers."""
    place = chapter.table(text("forcing.table"), "forcing_table")
    if not place.open:  # nobody looks: nothing is sent
        return
    numbers = path.forced
    with place:
        show_table(
            text("forcing.table"),
            {
                "position": Column(
                    text("forcing.position"), list(range(1, len(path.ids) + 1)), width=60
                ),
                "reads": Column(text("forcing.lane_reads"), ["<s>", *path.pieces[:-1]]),
                "piece": Column(text("forcing.lane_target"), list(path.pieces)),
                "p": Column(text("words.probability"), np.exp(numbers.log_probs), "%.4f"),
                "rank": Column(text("forcing.lane_rank"), numbers.ranks),
                "loss": Column(text("forcing.loss"), numbers.losses, "%.3f"),
                "sum": Column(text("forcing.cumulative"), np.cumsum(numbers.losses), "%.3f"),
                "smoothed": Column(text("forcing.smoothed"), numbers.smoothed(smoothing), "%.3f"),
            },
        )
