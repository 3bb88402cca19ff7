"""The frame every chapter shares: figure, formula and shapes, our code, mistake, tasks.

The shell has drawn the title and the idea. A chapter page puts its controls (`ui.choices`) and
these parts below each other; only what is special to the chapter is its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

from explainer.ui.formula import aligned
from explainer.ui.source_code import lines_of

if TYPE_CHECKING:
    from explainer.text import Text

AGREE = 1e-5  # a larger difference between shown and recomputed numbers is an error


@contextmanager
def figure(title: str, line: str = "") -> Iterator[None]:
    """A framed figure: its name, one short line, and what the body draws."""
    with st.container(border=True):
        st.subheader(title, anchor=False)
        if line:
            st.caption(line)
        yield


def formula(text: Text, equations: Sequence[str]) -> None:
    """LaTeX "name = general form = numbers", one line each; no text of a visitor."""
    st.subheader(text("chapter.formula"), anchor=False)
    for equation in equations:
        st.latex(aligned(equation))


def shapes(text: Text, rows: Sequence[tuple[str, str, tuple[int, ...]]], note: str = "") -> None:
    """(name, axes, sizes) of the tensors on the page: `q  (B, H, Q, E) = (1, 8, 9, 24)`."""
    st.subheader(text("chapter.shapes"), anchor=False)
    width = max((len(name) for name, _, _ in rows), default=0) + 1
    lines = [f"{name:{width}}({axes}) = {sizes}" for name, axes, sizes in rows]
    st.code("\n".join(lines), language=None, wrap_lines=True)
    if note:
        st.caption(note)


def code(text: Text, module: str, name: str) -> None:
    """Our own lines: a function, or a method written `Class.method`."""
    lines = lines_of(module, name)
    if lines is not None:
        st.subheader(text("chapter.code"), anchor=False)
        st.code(lines, language="python", wrap_lines=True)


@contextmanager
def mistake(text: Text) -> Iterator[None]:
    """The box with the red edge: says a common mistake and shows it going wrong."""
    with st.container(border=True, key="mistake"):
        st.subheader(f"✗ {text('chapter.mistake')}", anchor=False)
        yield


def tasks(text: Text, article: str) -> None:
    """Three things to try; `article` is Markdown: `tasks(text, text.article("..."))`."""
    with st.container(border=True, key="tasks"):
        st.subheader(text("chapter.tasks"), anchor=False)
        st.markdown(article)


def agreement(text: Text, difference: float, limit: float = AGREE) -> None:
    """✓ or ✗: the largest difference of the numbers shown from a recomputation in float64."""
    if difference <= limit:
        st.caption(text("chapter.agrees", difference=f"{difference:.0e}"))
    else:
        st.error(text("chapter.disagrees", difference=f"{difference:.0e}"))


def no_translation(text: Text) -> None:
    """What a page shows before anything could be translated."""
    st.info(text("chapter.no_translation"))
