"""The buttons of a run: start, pause, step, slow motion, stop; and the scrubber over its states."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import streamlit as st

from explainer.chapters.toy import shown
from explainer.frame.pickers import Picker, move
from explainer.frame.view import View
from explainer.runs import toy
from explainer.runs.toy import ALLOWED, WORKER, Course, Full, Own, Run, Settings
from explainer.runs.toy_worker import Pace
from explainer.text import Text

AT: Final = "toy_at"  # the state on screen, counted from 1, in the address too
PLAYING: Final = "toy_playing"  # session: a recorded course is being played
FULL: Final = "toy_full"  # session: the last start found no place
NOW: Final = "toy_rate_now"


def draw_start(text: Text, wanted: Settings, own: Own | None, fine: bool) -> None:
    """Train with these settings: at once, or a step at a time."""
    with st.container(horizontal=True, gap="small"):
        for pace, name, icon in (
            ("full", text("toy.start"), ":material/play_arrow:"),
            ("slow", text("toy.start_slow"), ":material/timer:"),
            ("once", text("toy.start_step"), ":material/skip_next:"),
        ):
            st.button(
                name,
                key=f"toy_start_{pace}",
                icon=icon,
                disabled=not fine,
                on_click=_start,
                args=(wanted, own, pace),
            )
    if st.session_state.pop(FULL, False):
        st.warning(text("toy.full"), icon=":material/hourglass_top:")


def _start(wanted: Settings, own: Own | None, pace: Pace) -> None:
    old = st.session_state.get(shown.RUN)
    try:
        st.session_state[shown.RUN] = toy.start(wanted, own, pace)
    except Full:
        st.session_state[FULL] = True
        return
    if old is not None:
        old.stepper = None  # its curve stays, its weights are not needed any more
    st.session_state[PLAYING] = False
    st.session_state.pop(NOW, None)


def draw_controls(view: View, course: Course, worked: bool) -> None:
    """What can be done with the course on screen."""
    text, run = view.text, course.run
    if run is None:
        _replay(text, course)
        return
    if run.works != worked:
        st.rerun()  # how often the figure is drawn again is the whole page's matter
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        if run.alive:
            _buttons(text, run)
            _rate(text, run)
        else:
            st.button(
                text("toy.recorded"),
                key="toy_forget",
                icon=":material/undo:",
                on_click=shown.forget_run,
            )
    step = course.snapshots[-1].step if course.snapshots else 0
    st.markdown(
        text("toy.own", step=f"{step:,}", steps=f"{run.settings.steps:,}")
        + " "
        + shown.said_of(text, run)
    )


def _buttons(text: Text, run: Run) -> None:
    def button(name: str, label: str, icon: str, do: Callable[[], None], off: bool = False) -> None:
        pressed = st.button(label, key=f"toy_{name}", icon=icon, disabled=off)
        if pressed:
            do()
            st.rerun()

    paces: dict[Pace, str] = {"full": text("toy.play"), "slow": text("toy.slow")}
    icons = {"full": ":material/play_arrow:", "slow": ":material/timer:"}
    for pace, label in paces.items():
        now = run.works and run.pace == pace
        button(pace, label, icons[pace], partial(WORKER.go_on, run, pace), now)
    once = partial(WORKER.go_on, run, "once")
    button("once", text("toy.once"), ":material/skip_next:", once)
    pause = partial(WORKER.pause, run)
    button("pause", text("toy.pause"), ":material/pause:", pause, not run.works)
    button("stop", text("toy.stop"), ":material/stop_circle:", partial(WORKER.stop, run))


def _rate(text: Text, run: Run) -> None:
    """The learning rate, from the next step on."""
    now = run.rates[-1][1] if run.rates else run.settings.rate
    st.session_state.setdefault(NOW, now)
    with st.container(width=220):
        st.select_slider(
            text("toy.rate_now"),
            ALLOWED["rate"],
            key=NOW,
            format_func=lambda rate: f"{rate:g}",
            on_change=_set_rate,
            args=(run,),
        )


def _set_rate(run: Run) -> None:
    WORKER.set_rate(run, st.session_state[NOW])


def _replay(text: Text, course: Course) -> None:
    playing = bool(st.session_state.get(PLAYING, False))
    count = len(course.snapshots)
    if playing:
        at = int(st.session_state.get(AT, 1))
        if at >= count:
            st.session_state[PLAYING] = False
            st.rerun()
        move(AT, at)
    st.button(
        text("toy.pause") if playing else text("toy.replay"),
        key="toy_replay",
        icon=":material/pause:" if playing else ":material/play_arrow:",
        type="primary",
        on_click=_toggle,
        args=(count,),
    )
    if bool(st.session_state.get(PLAYING, False)) != playing:
        st.rerun()


def _toggle(count: int) -> None:
    """From the last state playing begins anew."""
    st.session_state[PLAYING] = not st.session_state.get(PLAYING, False)
    if st.session_state[PLAYING] and st.session_state.get(AT, 1) >= count:
        move(AT, 0)


def pick_snapshot(text: Text, course: Course) -> int:
    """The state to draw: while a run works its newest, else where the scrubber stands. What was
    recorded begins before the first step, to be played.
    """
    snapshots = course.snapshots
    last = len(snapshots) - 1
    if course.works:
        at = last
    else:
        of = (course.settings, course.run is None, len(snapshots))
        first = 0 if course.run is None else last
        at = Picker(text, of, shared=False).slider(AT, text("toy.state"), len(snapshots), first)
    return at


def said_state(text: Text, course: Course, at: int) -> None:
    """How good the toy is at this state."""
    now = course.snapshots[at]
    st.markdown(
        text(
            "toy.state_line",
            step=f"{now.step:,}",
            tokens=f"{now.tokens:.1%}",
            rows=f"{now.rows:.0%}",
            loss=f"{now.loss:.3f}",
        )
    )
