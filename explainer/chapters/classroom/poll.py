"""The slide for a class: where to go, and the answers as they come in, a dot per student."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.frame import address, share
from explainer.frame.chapter import SIGNS
from explainer.frame.questions import optional_text
from explainer.frame.terms import escape
from explainer.lessons import ALL
from explainer.lessons.parts import Step
from explainer.runs.polls import PATH, POLLS, Vote, is_code, new_code
from explainer.text import Text, strings

EVERY: Final = 3.0  # seconds
CODE: Final = "classroom_code"  # in the address, so that a reload goes on with the same poll


def poll_code() -> str:
    """Return the code of this teacher's poll, which the slide opens; "" before."""
    written = str(st.session_state.get(CODE) or st.query_params.get(CODE, ""))
    code = written if is_code(written) else ""
    address.keep(CODE, code, "")
    return code


def open_poll() -> None:
    """Open a poll, or keep the one that is open; for callbacks."""
    st.session_state[CODE] = poll_code() or new_code()


def draw_slide(text: Text, root: str, link: str, lesson: str) -> None:
    """Draw the short address of `link` and its QR code, large, and what the class answers.

    `link` begins with "..", for it is seen from the short address below `root`.
    """
    code = poll_code()
    POLLS.counts(code)
    POLLS.lead(code, link)
    short = f"{root.rstrip('/')}/{PATH}/{code}"
    left, right = st.columns([0.4, 0.6], gap="large")
    with left:
        share.draw_code(text, short)
    with right, st.container(key="class_slide"):
        st.subheader(escape(short.partition("://")[2] or short), anchor=False)
        st.fragment(_draw_answers, run_every=EVERY)(text, code, lesson)


def _draw_answers(text: Text, code: str, lesson: str) -> None:
    """Draw the answers to each question of the lesson, the newest first."""
    steps = {f"{lesson}.{step.id}": step for step in ALL[lesson].steps} if lesson in ALL else {}
    found = {name: votes for name, votes in POLLS.counts(code).items() if name in steps}
    if not found:
        st.caption(text("classroom.poll_empty"))
        return
    shows = st.toggle(text("classroom.poll_right"), key="classroom_poll_right")
    for question, votes in reversed(found.items()):
        step = steps[question]
        count = text("classroom.poll_count", count=votes.total())
        st.markdown(f"**{text(step.key('title'))}** · {count}")
        lines = (_line(text, step, vote, count, shows) for vote, count in votes.most_common())
        st.text("\n".join(lines))


def _line(text: Text, step: Step, vote: Vote, count: int, shows: bool) -> str:
    """Format `9 tokens: 3 ●●●` as plain text: untrusted input is never Markdown."""
    told = text(vote.answer) if vote.answer in strings(text.lang) else vote.answer
    if unit := optional_text(text, step.key("unit")):
        told = text("classroom.poll_unit", answer=told, unit=unit)
    mark = f"{SIGNS[vote.is_right]} " if shows else ""
    return f"{mark}{told}: {count} {'●' * count}"
