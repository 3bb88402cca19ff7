"""Training runs of the toy model: recorded ones, visitors' own, and their results.

All trainings of the process go through one worker (`explainer.runs.toy_worker`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from explainer.decoding import DecodeOptions
from explainer.runs.gate import GATE, permit, visitor
from explainer.runs.toy_worker import QueueFull, Run, Worker
from explainer.streamlit_internals import is_connected
from explainer.training.toy import (
    ALLOWED,
    PRESETS,
    Settings,
    Snapshot,
    guess_accuracy,
    problem_of,
    row_for_maps,
)
from explainer.training.toy_export import NAME, folder_as_zip, translator
from explainer.training.toy_records import load_record, preset_of, tensors
from explainer.training.toy_tasks import Own, PairsError, Problem, own_pairs

if TYPE_CHECKING:
    from explainer.engine import Translation, Translator

__all__ = [
    "ALLOWED",
    "NAME",
    "PRESETS",
    "Course",
    "QueueFull",
    "Own",
    "PairsError",
    "Run",
    "Settings",
    "Snapshot",
    "guess_accuracy",
    "own_pairs",
    "preset_of",
    "row_for_maps",
]

GREEDY: Final = DecodeOptions(method="greedy")


def _present(session: str | None) -> bool:
    """Return whether the session is still connected; a test has none."""
    return session is None or is_connected(session)


def _busy() -> bool:
    return GATE.counts() != (0, 0)


WORKER: Final = Worker(time.monotonic, _present, _busy)


@dataclass(frozen=True)
class Course:
    """The course of a training: recorded (`run` None), or a visitor's own."""

    settings: Settings
    problem: Problem
    snapshots: Sequence[Snapshot]
    run: Run | None = None

    @property
    def is_running(self) -> bool:
        return self.run is not None and self.run.is_running


def course_of(preset: str) -> Course:
    """Load a recorded course by its preset."""
    record = load_record(preset)
    return Course(record.settings, record.problem, record.snapshots)


def own_course(run: Run) -> Course:
    """Snapshot the course of a run as far as it has been trained."""
    return Course(run.settings, run.problem, tuple(run.snapshots), run)


def start(settings: Settings, own: Own | None) -> Run:
    """Queue a training run for this visitor, ending an older one. Raises QueueFull."""
    return WORKER.start(visitor(), settings, problem_of(settings, own))


def pause(run: Run) -> None:
    """Pause a run and measure it at the step that it has reached."""
    WORKER.pause(run)
    _current_state(run)


def stop(run: Run) -> None:
    """End a run and measure it at the step that it has reached."""
    WORKER.stop(run)
    _current_state(run)


def load_model(course: Course) -> tuple[Snapshot, Translator] | None:
    """Return the last snapshot and the toy as a loaded model; None if nothing was trained yet.

    Of a training that goes on it is the state of this moment, evaluated for it.
    """
    if course.run is None:
        preset = preset_of(course.settings)
        return None if preset is None else _last_record(preset)
    taken = _current_state(course.run)
    if taken is None:
        return None
    last, weights = taken
    return last, translator(course.settings, course.problem, last, weights, permit)


@lru_cache(maxsize=len(PRESETS))
def _last_record(preset: str) -> tuple[Snapshot, Translator]:
    record = load_record(preset)
    last = record.snapshots[-1]
    return last, translator(record.settings, record.problem, last, tensors(record), permit)


def _current_state(run: Run) -> tuple[Snapshot, dict[str, Any]] | None:
    """Return the last snapshot and a copy of the weights, taken between two training steps."""
    with run.lock:
        stepper = run.stepper
        if stepper is None or not run.snapshots:
            return None
        if stepper.step_count > run.snapshots[-1].step:
            run.snapshots.append(stepper.evaluate())
        return run.snapshots[-1], stepper.weights()


def model_zip(course: Course) -> bytes | None:
    """Export the trained toy as a zip file of a model folder."""
    if course.run is None:
        record = load_record(preset_of(course.settings) or "")
        return folder_as_zip(
            record.settings, record.problem, record.snapshots[-1], tensors(record), permit
        )
    taken = _current_state(course.run)
    return None if taken is None else folder_as_zip(course.settings, course.problem, *taken, permit)


def translate_row(toy: Translator, row: str) -> Translation:
    """Translate a row greedily with a trained toy, with every tensor. Raises InputError, Busy."""
    return toy.translate(row, GREEDY)
