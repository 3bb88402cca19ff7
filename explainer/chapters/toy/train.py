"""A training, recorded or running: a timeline of outputs, maps and curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.head_roles import Kind
from explainer.chapters.toy import pairs, settings, shown
from explainer.chapters.toy.controls import (
    AT,
    draw_controls,
    draw_rate,
    draw_start,
    pick_snapshot,
)
from explainer.drawings import Choice, drawing, place_in
from explainer.frame import chapter
from explainer.frame.pickers import HEAD, KIND, LAYER, Picker, axis_words, move, numbers_from_one
from explainer.frame.symbols import SIDES
from explainer.frame.view import View
from explainer.runs import toy
from explainer.runs.toy import Course
from explainer.text import Text

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

MOST: Final = 48  # states that travel; a long run of one's own has more
DIGITS: Final = 3  # of weights: none is printed with more
FRAMES: Final = 20  # of the film, along the whole training
EACH: Final = 1.0  # seconds between two looks at a run that goes on
SELDOM: Final = 20.0  # at one that is paused: it is stopped when nobody looks
TONES: Final = {  # of keys and queries, by kind of attention
    "encoder": ("source", "source"),
    "decoder": ("target", "target"),
    "cross": ("source", "target"),
}


def draw_train(view: View) -> None:
    """Draw the task, the training timeline, and all other settings."""
    text = view.text
    with chapter.figure(text("toy.reel_title")):
        train, course_place = st.container(), st.container()
        with st.container(
            horizontal=True, vertical_alignment="center", gap="medium", key="toy_needs"
        ):
            picked = settings.draw_needs(text)
    with chapter.figure(text("toy.settings"), text("toy.settings_line")):
        wanted = settings.draw_rest(text, picked)
        own, fine = pairs.draw_pairs_field(text) if wanted.task == "own" else (None, True)
    course = shown.course(wanted)
    with train:
        draw_start(text, wanted, own, fine)
    with course_place:
        if course is None:
            st.info(text("toy.not_recorded"), icon=":material/play_arrow:")
            return
        shown.remember(course)
        st.fragment(_course, run_every=_every(course))(view, course, course.is_running)
    _numbers(view, course)


def _every(course: Course) -> float | None:
    """Return seconds between two reruns of the timeline."""
    run = course.run
    if run is not None and run.is_alive:
        return EACH if run.is_running else SELDOM
    return None


def _course(view: View, course: Course, worked: bool) -> None:
    """Draw a training; reruns while it is running, and the whole page when it ends."""
    run = course.run
    if run is not None:
        shown.own_run()  # a look
        course = toy.own_course(run)
        draw_controls(view.text, run, worked)
        if not course.snapshots and (preset := toy.preset_of(course.settings)):
            recorded = toy.course_of(preset)  # as untrained, until the run has begun
            course = replace(recorded, snapshots=recorded.snapshots[:1])
    if course.snapshots:
        _reel(view, course, st.container())
    elif run is not None:
        st.markdown(shown.run_text(view.text, run))


def _reel(view: View, course: Course, place: DeltaGenerator) -> None:
    """Draw the timeline in `place`, and the choice of its head here."""
    text = view.text
    at = pick_snapshot(text, course)
    with st.container(horizontal=True, gap="medium"):
        kind = KIND.draw(text)
        maps = course.snapshots[at].maps[kind]
        pick = Picker(text, (course.settings, kind), shared=False)
        layer = pick.segments(LAYER, numbers_from_one(len(maps)), 0)
        head = pick.segments(HEAD, numbers_from_one(maps.shape[1]), 0)
        if course.run is not None and course.run.is_alive:
            draw_rate(text, course.run)
    with place:
        shown_states = travelling(len(course.snapshots), at)
        drawing(
            "toy/training_timeline",
            timeline_data(text, course, shown_states, (kind, layer, head)),
            words=text.section("toy.training_timeline"),
            key="toy_training_timeline",
            chosen={"at": shown_states.index(at)},
            on_choice=partial(_rest, shown_states),
        )


def _rest(shown_states: Sequence[int], choice: Choice) -> None:
    if (at := place_in(choice, "at", len(shown_states))) is not None:
        move(AT, shown_states[at])


def travelling(count: int, at: int) -> list[int]:
    """Return which of `count` snapshots to send: evenly spaced ones, with the last and `at`."""
    if count <= MOST:
        return list(range(count))
    return sorted({*np.linspace(0, count - 1, MOST).round().astype(int).tolist(), at})


def timeline_data(
    text: Text, course: Course, states: Sequence[int], where: tuple[Kind, int, int]
) -> dict[str, Any]:
    """Return the drawing's data for these snapshots, with the head at `where`."""
    kind, layer, head = where
    snapshots = [course.snapshots[state] for state in states]
    steps = [one.step for one in snapshots]
    sources, wanted = held_out(course, len(snapshots[-1].output_ids))
    queries, keys = row_sides(course, kind)
    axes = axis_words(text, kind)
    tokenizer, guess = course.problem.tokenizer, None
    if course.settings.task in ("reverse", "copy"):
        guess = toy.guess_accuracy(course.problem.held_out)
    return {
        "run": "" if course.run is None else shown.run_text(text, course.run),
        "steps": steps,
        "frames": frames(steps, course.settings.steps),
        "until": course.settings.steps,
        "curves": {
            name: [rounded(getattr(one, name)) for one in snapshots]
            for name in ("tokens", "rows", "train", "loss")
        },
        "written": [one.output_ids.tolist() for one in snapshots],
        "sources": sources,
        "wanted": wanted.tolist(),
        "names": [tokenizer.token(index) for index in range(tokenizer.vocab_size)],
        "keys": keys,
        "queries": queries,
        "sides": [axes["key_title"], axes["row_title"]],
        "tones": TONES[kind],
        "weights": [np.round(one.maps[kind][layer, head], DIGITS).tolist() for one in snapshots],
        "guess": guess,
        "live": course.run is not None and course.run.is_alive,
    }


def frames(steps: Sequence[int], until: int) -> list[int]:
    """Return the states that the film shows: they stand `until` / FRAMES steps apart or more."""
    shown_states = [0]
    for state, step in enumerate(steps):
        if step - steps[shown_states[-1]] >= until / FRAMES:
            shown_states.append(state)
    return shown_states


def rounded(value: float) -> float | None:
    """Round a number; None unless finite, which JSON cannot express."""
    return round(float(value), 2 * DIGITS) if np.isfinite(value) else None


def row_sides(course: Course, kind: str) -> tuple[list[str], list[str]]:
    """Return the tokens of the maps' rows and columns."""
    source, target = (
        list(course.problem.tokenizer.encode(side).tokens)
        for side in toy.row_for_maps(course.problem.held_out)
    )
    fed = ["<s>", *target[:-1]]
    sides = {"encoder": (source, source), "decoder": (fed, fed), "cross": (target, source)}
    return sides[kind]


def held_out(course: Course, count: int) -> tuple[list[str], NDArray[np.int16]]:
    """Return the first held-out sources, and their target ids (count, T)."""
    encode = course.problem.tokenizer.encode_ids
    pairs = course.problem.held_out
    longest = max(len(ids) for ids in encode([target for _, target in pairs]))
    wanted = np.zeros((min(count, len(pairs)), longest), np.int16)
    for row, ids in zip(wanted, encode([target for _, target in pairs[:count]]), strict=True):
        row[: len(ids)] = ids
    return [source for source, _ in pairs[:count]], wanted


def _numbers(view: View, course: Course) -> None:
    """Draw the formulas and the code."""
    text = view.text
    if not course.snapshots:
        return
    last, rows = course.snapshots[-1], len(course.problem.held_out)
    _, wanted = held_out(course, rows)
    tokens = int((wanted != 0).sum())
    left, right = chapter.details()
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
