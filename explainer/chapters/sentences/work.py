"""Progress of a job: bar, time left, stop and resume."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.sentences.job import Job, resume, step, stop
from explainer.chapters.sentences.state import settings_name
from explainer.runs.gate import Busy
from explainer.text import Text

EVERY: Final = 0.3  # seconds after which the browser asks for the next block
MINUTE: Final = 90.0  # more seconds are told as minutes
FEW: Final = 10


def draw_work(text: Text, job: Job) -> None:
    """Draw the progress; nothing once every line is done."""
    if job.open_run is None:
        return
    if job.working:
        st.fragment(_working, run_every=EVERY)(text, job)
    else:
        _draw_stopped(text, job)


def _working(text: Text, job: Job) -> None:
    """Translate one block per fragment run, so that clicks get through."""
    place = st.empty()
    _bar(place, text, job)
    st.button(
        text("sentences.stop"),
        key="sentences_stop",
        icon=":material/stop_circle:",
        on_click=stop,
        args=(job,),
    )
    if job.working:
        try:
            step(job)
        except Busy:
            job.waits = True
        except Exception:
            stop(job)  # it would only come again with the next block
            raise
    _bar(place, text, job)
    if job.waits:
        st.caption(text("sentences.waits"))
    if not job.working:
        st.rerun()


def _draw_stopped(text: Text, job: Job) -> None:
    _bar(st.empty(), text, job)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            text("sentences.go_on"),
            key="sentences_go_on",
            icon=":material/play_circle:",
            on_click=resume,
            args=(job,),
        )
        st.caption(text("sentences.stopped"))


def _bar(place: st.delta_generator.DeltaGenerator, text: Text, job: Job) -> None:
    run = job.open_run or job.run
    done, total = len(run.rows), len(job.pairs)
    line = text(
        "sentences.progress",
        done=f"{done:,}",
        total=f"{total:,}",
        search=settings_name(text, run.search),
    )
    left = job.seconds_left
    if job.working and left is not None:
        line = text("sentences.progress_left", progress=line, left=time_left(text, left))
    place.progress(min(done / total, 1.0), text=line)


def time_left(text: Text, seconds: float) -> str:
    """Format the remaining time, coarsely."""
    if seconds < FEW:
        return text("sentences.left_few", seconds=FEW)
    if seconds < MINUTE:
        return text("sentences.left_seconds", seconds=5 * round(seconds / 5))
    return text("sentences.left_minutes", minutes=round(seconds / 60))
