"""Live poll: the answers of a class to each question, a dot per student."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.frame import address
from explainer.frame.chapter import SIGNS
from explainer.frame.choices import Switch
from explainer.lessons import ALL
from explainer.runs.polls import POLLS, Vote, is_code, new_code
from explainer.text import Text, strings

POLL = Switch("classroom_poll")
EVERY: Final = 3.0  # seconds
CODE: Final = "classroom_code"  # in the address, so that a reload goes on with the same poll


def draw_poll(text: Text) -> str:
    """Draw the poll's switch and, every few seconds, its counts; return its code, "" if off."""
    if not POLL.draw(text):
        st.caption(text("classroom.poll_off"))
        address.keep(CODE, "", "")
        return ""
    written = str(st.session_state.get(CODE) or st.query_params.get(CODE, ""))
    code = written if is_code(written) else new_code()
    st.session_state[CODE] = code
    address.keep(CODE, code, "")
    st.fragment(_draw, run_every=EVERY)(text, code)
    return code


def _draw(text: Text, code: str) -> None:
    found = POLLS.counts(code)
    if not found:
        st.caption(text("classroom.poll_empty"))
        return
    shows = st.toggle(text("classroom.poll_right"), key="classroom_poll_right")
    steps = {f"{step.lesson}.{step.id}": step for lesson in ALL.values() for step in lesson.steps}
    for question, votes in reversed(found.items()):
        if question not in steps:
            continue
        title = text(steps[question].key("title"))
        with st.container(border=True, gap="xsmall"):
            st.markdown(f"**{title}** · {text('classroom.poll_count', count=votes.total())}")
            lines = [_line(text, vote, count, shows) for vote, count in votes.most_common()]
            st.text("\n".join(lines))


def _line(text: Text, vote: Vote, count: int, shows: bool) -> str:
    """Format `●●● 3 cat` as plain text: untrusted input is never Markdown."""
    told = text(vote.answer) if vote.answer in strings(text.lang) else vote.answer
    mark = f"{SIGNS[vote.is_right]} " if shows else ""
    return f"{mark}{'●' * count} {count}  {told}"
