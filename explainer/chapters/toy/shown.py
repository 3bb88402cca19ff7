"""The training run on screen, and those the visitor has viewed."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.runs import toy
from explainer.runs.toy import WORKER, Course, Run, Settings
from explainer.text import Text

RUN: Final = "toy_run"  # session: the visitor's own, the newest
SEEN: Final = (
    "toy_seen"  # session: courses looked at, presets by name and own runs, the newest last
)
LAST: Final = 5  # of them are kept


def own_run() -> Run | None:
    run: Run | None = st.session_state.get(RUN)
    if run is not None:
        WORKER.keep_alive(run)
    return run


def course(settings: Settings) -> Course | None:
    """Return the visitor's own run if it has these settings, else a recorded one, if any."""
    run = own_run()
    if run is not None and run.settings == settings:
        return toy.own_course(run)
    preset = toy.preset_of(settings)
    return None if preset is None else toy.course_of(preset)


def forget_run() -> None:
    """Go back to recorded runs; for a button."""
    run = st.session_state.pop(RUN, None)
    if run is not None:
        WORKER.stop(run)


def remember(course: Course) -> None:
    """Move the training run to the end of the session's list, which keeps the last few."""
    one: str | Run = course.run or toy.preset_of(course.settings) or ""
    seen: list[str | Run] = st.session_state.setdefault(SEEN, [])
    if not one or (seen and seen[-1] is one) or seen[-1:] == [one]:
        return
    if one in seen:
        seen.remove(one)
    seen.append(one)
    del seen[:-LAST]


def seen_courses() -> list[Course]:
    """Return the last runs viewed in order, preceded by recorded ones while few."""
    seen: list[str | Run] = st.session_state.get(SEEN, [])
    more: list[str | Run] = [name for name in toy.PRESETS if name not in seen]
    listed = [*more[: max(0, LAST - len(seen))], *seen] if len(seen) < 2 else seen
    return [toy.course_of(one) if isinstance(one, str) else toy.own_course(one) for one in listed]


def run_text(text: Text, run: Run) -> str:
    """Describe the state of an own run in a sentence."""
    if run.state == "waiting":
        before = WORKER.queue_position(run)
        return text("toy.waiting", before=before) if before else text("toy.starting")
    if run.state == "paused":
        return text("toy.paused")
    reasons = text.each("toy.end_*", "done", "stopped", "unseen", "time", "burst", "failed")
    reason = "unseen" if run.reason == "left" else run.reason
    return reasons.get(reason, text("toy.training"))
