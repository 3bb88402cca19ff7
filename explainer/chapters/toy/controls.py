"""The buttons of a training run (start, pause, step, stop) and its state."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import streamlit as st

from explainer.chapters.toy import shown
from explainer.frame import address
from explainer.frame.choices import Place
from explainer.frame.pickers import Picker
from explainer.runs import toy
from explainer.runs.toy import ALLOWED, WORKER, Course, Own, QueueFull, Run, Settings
from explainer.text import Text

AT = Place("toy_at", "toy.state")  # the state on screen, counted from 1, in the address too
FULL: Final = "toy_full"  # session: the last start found no place
NOW: Final = "toy_rate_now"


def draw_start(text: Text, wanted: Settings, own: Own | None, fine: bool) -> None:
    """Draw the button that starts a training with these settings, unless it goes on already.

    Beside it the way back from the reader's own run that has ended.
    """
    run = shown.own_run()
    is_shown = run is not None and run.settings == wanted
    if run is None or not (is_shown and run.is_alive):
        with st.container(horizontal=True, gap="small", key="toy_begin"):
            st.button(
                text("toy.start"),
                key="toy_start",
                type="primary",
                disabled=not fine,
                on_click=_start,
                args=(wanted, own),
            )
            if is_shown:
                icon = ":material/undo:"
                st.button(
                    text("toy.recorded"), key="toy_forget", icon=icon, on_click=shown.forget_run
                )
    if st.session_state.pop(FULL, False):
        st.warning(text("toy.full"), icon=":material/hourglass_top:")


def _start(wanted: Settings, own: Own | None) -> None:
    old = st.session_state.get(shown.RUN)
    try:
        st.session_state[shown.RUN] = toy.start(wanted, own)
    except QueueFull:
        st.session_state[FULL] = True
        return
    if old is not None:
        old.stepper = None  # its curve stays, its weights are not needed any more
    st.session_state.pop(NOW, None)
    address.give(AT, None)  # its end is shown, not where another training was left


def draw_controls(text: Text, run: Run, worked: bool) -> None:
    """Draw the buttons of the reader's own run while it goes on.

    As high as the row that has started it, so that the figure below stays where it is.
    """
    if run.is_running != worked:
        st.rerun()  # how often the figure is drawn again is the whole page's matter
    if run.is_alive:
        with st.container(
            horizontal=True, gap="small", vertical_alignment="center", key="toy_controls"
        ):
            _buttons(text, run)


def _buttons(text: Text, run: Run) -> None:
    def button(name: str, label: str, icon: str, do: Callable[[], None]) -> None:
        pressed = st.button(label, key=f"toy_{name}", icon=icon)
        if pressed:
            do()
            st.rerun()

    if run.is_running:
        button("pause", text("toy.pause"), ":material/pause:", partial(toy.pause, run))
    else:
        full = partial(WORKER.resume, run, "full")
        button("full", text("toy.play"), ":material/play_arrow:", full)
        once = partial(WORKER.resume, run, "once")
        button("once", text("toy.once"), ":material/skip_next:", once)
    button("stop", text("toy.stop"), ":material/stop_circle:", partial(toy.stop, run))


def draw_rate(text: Text, run: Run) -> None:
    """Draw the learning rate, effective from the next step."""
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


def pick_snapshot(text: Text, course: Course) -> int:
    """Return the snapshot to draw: the newest while training, else the one the reader stopped at.

    By default the last, which shows the result, but the first where the page opens: there the
    reader is to train.
    """
    last = len(course.snapshots) - 1
    if course.is_running:
        return last
    of = (course.settings, course.run is None, last)
    pick = Picker(text, of, shared=False)
    opens = course.run is None and course.settings == Settings()
    return pick.number(AT, last + 1, 0 if opens else last)
