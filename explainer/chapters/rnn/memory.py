"""What the last state still knows of one early token: change it, and see what each state does."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.rnn.cells import CELLS
from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.data.samples import samples
from explainer.frame import chapter, choices
from explainer.frame.pickers import Picker
from explainer.frame.recurrent import Subject, model_names, subject
from explainer.frame.view import View
from explainer.runs import recurrent
from explainer.runs.recurrent import Shift
from explainer.runs.resources import Ids
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.tokenizer import UNK

CHANGED: Final = "rnn_changed"  # counts from 1, in the address too
WORD: Final = "rnn_word"
TONES: Final = {"rnn": "third", "gru": "source", "lstm": "target"}


def draw_memory(view: View) -> None:
    text = view.text
    seen = subject(view, "rnn")
    if seen is None:
        return
    source = seen.source
    last = len(source) - 2  # the end token stays
    if last < 1:
        st.info(text("rnn.memory_short"))
        return
    pick = Picker(text, (source,))
    left, right = st.columns(2, gap="large")
    with left:
        at = pick.select(
            CHANGED, text("rnn.changed_token"), seen.translation.source.pieces[: last + 1], 0
        )
    with right:
        word = choices.sentence_field(
            WORD, text("rnn.changed_word"), first_word(), "stretch", text("rnn.changed_help")
        )
    changed = replace_word(seen, at, word)
    if changed is None:
        st.info(text("rnn.memory_none"))
    elif changed == source:
        st.info(text("rnn.memory_same"))
    else:
        _figure(view, seen, changed, at)


def first_word() -> str:
    """Of an example: what is put in until the reader types something."""
    return samples("ko")[1].text.split()[0]


def replace_word(seen: Subject, at: int, word: str) -> Ids | None:
    """The source with the first token of `word` at a place; None where it has none."""
    ids = recurrent.tokenizer_ids(word)
    if not ids or UNK in ids:
        return None
    return (*seen.source[:at], ids[0], *seen.source[at + 1 :])


def state_shift(shift: Shift) -> NDArray[np.float64]:
    """(S,) distance of the states before and after, in shares of the first one's norm."""
    shares: NDArray[np.float64] = shift.states_S / np.maximum(shift.sizes_S, 1e-12)
    return shares


def _figure(view: View, seen: Subject, changed: Ids, at: int) -> None:
    text = view.text
    names = model_names(text)
    there = [kind for kind in CELLS if kind in seen.kinds]
    lines = {
        kind: state_shift(recurrent.shifted(kind, seen.source, at, changed[at])) for kind in there
    }
    ends = text_of(text, {names[kind]: float(line[-1]) for kind, line in lines.items()})
    pieces = seen.translation.source.pieces
    with chapter.figure(text("rnn.memory"), text("rnn.memory_line")):
        chapter.chart(
            curves(
                lines=[Curve(names[kind], 100 * line, TONES[kind]) for kind, line in lines.items()],
                x=Axis(text("rnn.encoder_axis"), words=pieces, colour="source_text"),
                y=Axis(text("rnn.moved")),
                name_title=text("rnn.model"),
                rules=[Rule(at, pieces[at])],
                dark=view.dark,
            ),
            text("rnn.memory_alt", token=at + 1, ends=ends),
            "rnn_memory",
        )
        st.markdown(text("rnn.memory_said", ends=ends))
    chapter.formula(
        text,
        [r"m_t = \frac{\lVert h'_t - h_t \rVert}{\lVert h_t \rVert},\quad h'_t:\ x_j \to x'_j"],
    )
    chapter.code(text, "explainer.analysis.recurrence", "shift")


def text_of(text: Text, ends: dict[str, float]) -> str:
    return ", ".join(
        text("rnn.memory_end", model=name, share=percent(share, 0)) for name, share in ends.items()
    )
