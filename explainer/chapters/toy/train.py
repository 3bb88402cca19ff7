"""A training to look at: curves, held-out rows and a map, recorded or while it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray
from streamlit.delta_generator import DeltaGenerator

from explainer.analysis.head_roles import Kind
from explainer.chapters.toy import pairs, settings, shown
from explainer.chapters.toy.chart_rows import rows_chart
from explainer.chapters.toy.controls import (
    PLAYING,
    draw_controls,
    draw_start,
    pick_snapshot,
    said_state,
)
from explainer.charts.cell_map import Scale, cell_map
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.frame import beats, chapter
from explainer.frame.pickers import Picker, axis_words, numbers_from_one, pick_kind
from explainer.frame.symbols import SIDES
from explainer.frame.view import View
from explainer.runs import toy
from explainer.runs.toy import Course

EACH: Final = 1.0  # seconds between two looks at a run that goes on
SELDOM: Final = 20.0  # at one that is paused: it is stopped when nobody looks
HEIGHT: Final = 210  # of a curve
SCALE: Final = Scale(room=250)  # of a map, as high as the rows beside it
PLAY: Final = 0.8  # seconds a recorded state stands while it is played


def draw_train(view: View) -> None:
    """The course, presets as sentences, and below them the settings of the next run."""
    text = view.text
    course_place, start_place = st.container(), st.container()
    beats.here()
    settings_place = st.container()
    with settings_place, chapter.figure(text("toy.settings"), text("toy.settings_line")):
        wanted = settings.draw(text)
        own, fine = pairs.draw(text) if wanted.task == "own" else (None, True)
    with start_place:
        draw_start(text, wanted, own, fine)
    course = shown.course(wanted)
    with course_place:
        if course is None:
            st.info(text("toy.not_recorded"), icon=":material/play_arrow:")
            return
        shown.remember(course)
        st.fragment(_course, run_every=_every(course))(view, course, course.works)
    _numbers(view, course)


def _every(course: Course) -> float | None:
    """Seconds between two runs of the figure by itself."""
    run = course.run
    if run is not None and run.alive:
        return EACH if run.works else SELDOM
    return PLAY if st.session_state.get(PLAYING) else None


def _course(view: View, course: Course, worked: bool) -> None:
    """Runs again by itself while something goes on; when that ends, the whole page has to know."""
    run = course.run
    if run is not None:
        shown.own_run()  # a look
        course = toy.own_course(run)
    # Beats in a fragment would be gone when it runs again alone.
    with beats.elsewhere():
        _draw_course(view, course, worked)


def _draw_course(view: View, course: Course, worked: bool) -> None:
    """Held-out rows beside a head's map, and below them the curves."""
    text = view.text
    line = text("toy.is_recorded") if course.run is None else ""
    with chapter.figure(settings.run_name(text, course.settings), line):
        left, right = _beside(course)
        with left:
            draw_controls(view, course, worked)
        if not course.snapshots:
            return
        with right:
            at = pick_snapshot(text, course)
        said_state(text, course, at)
        rows, head = st.columns([3, 2], gap="large")
        with rows:
            _rows(view, course, at)
        _map(view, course, at, head)
    line = text("toy.course_line", rows=len(course.problem.held_out))
    with chapter.figure(text("toy.course"), line):
        shares, losses = st.columns(2, gap="large")
        with shares:
            _shares(view, course, at)
        with losses:
            _losses(view, course, at)


def _beside(course: Course) -> Sequence[DeltaGenerator]:
    """Places for buttons and scrubber: a recorded course has one button, room for both beside."""
    if course.run is None:
        return st.columns([2, 5], gap="small", vertical_alignment="top")
    return st.container(), st.container()


def _shares(view: View, course: Course, at: int) -> None:
    """Shares that are right over the steps, and what guessing would give."""
    text, snapshots = view.text, course.snapshots
    steps = [snapshot.step for snapshot in snapshots]
    levels = []
    if course.settings.task in ("reverse", "copy"):
        level = toy.guess_accuracy(course.problem.held_out)
        levels = [Rule(level, text("toy.guessed", share=f"{level:.0%}"), "third")]
    shares = curves(
        lines=[
            Curve(text("toy.tokens"), [s.tokens for s in snapshots], "target", x=steps),
            Curve(text("toy.rows"), [s.rows for s in snapshots], "source", x=steps, dash=(5, 4)),
        ],
        x=Axis(text("toy.step"), form=",d", span=(0, max(course.settings.steps, 1))),
        y=Axis(text("toy.right"), span=(0, 1.02), form=".0%"),
        name_title=text("toy.what"),
        levels=levels,
        rules=[Rule(steps[at])],
        form=".1%",
        dark=view.dark,
        height=HEIGHT,
    )
    chapter.chart(shares, text("toy.shares_alt"), "toy_shares")


def _losses(view: View, course: Course, at: int) -> None:
    """The loss over the same steps."""
    text, snapshots = view.text, course.snapshots
    steps = [snapshot.step for snapshot in snapshots]
    losses = curves(
        lines=[
            Curve(text("toy.train_loss"), [s.train for s in snapshots], "residual", x=steps),
            Curve(text("toy.held_loss"), [s.loss for s in snapshots], "target", x=steps),
        ],
        x=Axis(text("toy.step"), form=",d", span=(0, max(course.settings.steps, 1))),
        y=Axis(text("toy.loss")),
        name_title=text("toy.what"),
        rules=[Rule(steps[at])],
        dark=view.dark,
        height=HEIGHT,
    )
    chapter.chart(losses, text("toy.losses_alt"), "toy_losses")


def _map(view: View, course: Course, at: int, place: DeltaGenerator) -> None:
    """A head on a held-out row, at this state, drawn in `place`; here stands what chooses it."""
    text, snapshot = view.text, course.snapshots[at]
    with st.container(horizontal=True, gap="medium"):
        kind = pick_kind(text)
        weights = snapshot.maps[kind]
        pick = Picker(text, (course.settings, kind), shared=False)
        layer = pick.segments("layer", text("words.layer"), numbers_from_one(len(weights)), 0)
        head = pick.segments("head", text("words.head"), numbers_from_one(weights.shape[1]), 0)
    rows, keys = row_sides(course, kind)
    values = weights[layer, head].astype(np.float32)
    hidden = None
    if kind == "decoder" and course.settings.causal:
        hidden = ~np.tri(len(values), dtype=bool)
    figure = cell_map(
        values=values,
        row_labels=rows,
        key_labels=keys,
        value_title=text("words.weight"),
        masked=hidden,
        scale=SCALE,
        dark=view.dark,
        **axis_words(text, kind),
    )
    with place:
        chapter.chart(figure, text("toy.map_alt"), "toy_map")


def row_sides(course: Course, kind: str) -> tuple[list[str], list[str]]:
    """Tokens along the rows and the columns of the telling row's maps."""
    source, target = (
        list(course.problem.tokenizer.encode(side).pieces)
        for side in toy.telling(course.problem.held_out)
    )
    fed = ["<s>", *target[:-1]]
    sides = {"encoder": (source, source), "decoder": (fed, fed), "cross": (target, source)}
    return sides[kind]


def held_out(course: Course, count: int) -> tuple[list[str], NDArray[np.int16]]:
    """The first sources that are held out, and the ids that are wanted, (count, T)."""
    encode = course.problem.tokenizer.encode_ids
    pairs = course.problem.held_out
    longest = max(len(ids) for ids in encode([target for _, target in pairs]))
    wanted = np.zeros((min(count, len(pairs)), longest), np.int16)
    for row, ids in zip(wanted, encode([target for _, target in pairs[:count]]), strict=True):
        row[: len(ids)] = ids
    return [source for source, _ in pairs[:count]], wanted


def _rows(view: View, course: Course, at: int) -> None:
    """The same rows at every state, as the model writes them by itself."""
    text, snapshot = view.text, course.snapshots[at]
    sources, wanted = held_out(course, len(snapshot.written))
    tokenizer = course.problem.tokenizer
    figure = rows_chart(
        sources=sources,
        written=snapshot.written,
        wanted=wanted,
        names=[tokenizer.piece(index) for index in range(tokenizer.vocab_size)],
        row_title=text("toy.source"),
        place_title=text("toy.written"),
        right=text("toy.right_token"),
        wrong=text("toy.wrong_token"),
        wanted_title=text("toy.wanted"),
        dark=view.dark,
    )
    chapter.chart(figure, text("toy.rows_alt"), "toy_rows")


def _numbers(view: View, course: Course) -> None:
    """What is counted, and our lines."""
    text = view.text
    if not course.snapshots:
        return
    last, rows = course.snapshots[-1], len(course.problem.held_out)
    _, wanted = held_out(course, rows)
    tokens = int((wanted != 0).sum())
    left, right = st.columns(2, gap="large")
    with left:
        chapter.formula(
            text,
            [
                rf"\text{{tokens}} = \frac{{{round(last.tokens * tokens)}}}{{{tokens}}}"
                rf" = {last.tokens:.4f}",
                rf"\text{{rows}} = \frac{{{round(last.rows * rows)}}}{{{rows}}} = {last.rows:.2f}",
                rf"L = -\frac{{1}}{{{tokens}}} \textstyle\sum_t \ln p(y_t \mid y_{{<t}}, x)"
                rf" = {last.loss:.4f}",
            ],
        )
        sizes = [
            (f"{kind}.weights", f"N, H, {', '.join(SIDES[cast('Kind', kind)])}", value.shape)
            for kind, value in last.maps.items()
        ]
        chapter.shapes(text, sizes, text("toy.shapes"))
    with right:
        chapter.code(text, "explainer.training.toy", "Stepper.step", "loss =", "with without")
