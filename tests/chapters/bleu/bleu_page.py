"""The BLEU page around a small random model, opened and read: for its two test files."""

from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer.chapters.bleu import state
from explainer.chapters.bleu.numbers import score_candidate
from explainer.chapters.bleu.texts import take_choice
from explainer.data.bleu import example
from explainer.metrics.bleu import BleuSettings
from explainer.text import Text
from tests.chapters.chapter import maps

EN = Text("en")
A, B, C = example().candidates.values()
REFERENCES = list(example().references)
SENTENCE = "어제 산 책을 오늘 다 읽었다."


def rows(names: str) -> dict[str, object]:
    """The session of a reader who has opened these rows."""
    return {"bleu_steps": True, **{f"bleu_row_{name}": True for name in names.split()}}


def chart(at: AppTest) -> pd.DataFrame:
    """The bars of the corpus."""
    (drawn,) = at.get("vega_lite_chart")
    return pa.ipc.open_stream(drawn.proto.datasets[0].data.data).read_all().to_pandas()


def drawn(at: AppTest) -> dict[str, Any]:
    """What the lines of words were given: texts, and the score below them."""
    return maps(at, "score")[0]


def score(at: AppTest) -> Any:
    """BLEU, as precisely as it is compared here."""
    return pytest.approx(drawn(at)["score"]["bleu"], abs=0.005)


def said(at: AppTest) -> str:
    """Everything that Markdown or KaTeX gets to see."""
    found = (at.markdown, at.caption, at.info, at.warning, at.error, at.latex, at.subheader)
    labels = [expander.label for expander in at.expander]
    return "\n".join([*(str(e.value) for kind in found for e in kind), *labels])


def words(at: AppTest) -> list[str]:
    """Of the reader's own candidate."""
    return str(at.text_input(key="bleu_candidate").value).split()


def choose(at: AppTest, key: str, value: str) -> AppTest:
    return at.button_group(key=key).set_value(value).run()


def change(at: AppTest, **choice: object) -> AppTest:
    """Let the drawing send a choice."""
    names = (state.GOOD, state.UNDO, state.CASE.name, state.CANDIDATE, state.REFERENCES)
    kept: dict[str, Any] = {
        name: at.session_state[name] for name in names if name in at.session_state
    }
    before = {**kept, state.UNDO: [*kept.get(state.UNDO, ())]}
    work = score_candidate(kept[state.GOOD], state.Choice(BleuSettings(), "13a"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(st, "session_state", kept)
        take_choice(EN, work, choice)
    for name, value in kept.items():
        if value != before.get(name):
            at.session_state[name] = value
    return at.run()
