"""Common mistake: that BERT, which sees both sides, can also generate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.analysis.families import BOS
from explainer.chapters.families.state import EXAMPLE
from explainer.frame import chapter
from explainer.runs import families

if TYPE_CHECKING:
    from explainer.frame.view import View

GIVEN: Final = 5  # tokens of the example
COUNT: Final = 6  # tokens asked for


def draw_mistake(view: View) -> None:
    """Let both continue the same prefix."""
    text = view.text
    chapter.wrong(text, text("families.wrong_line"))
    try:
        start = (BOS, *families.tokens(EXAMPLE)[:GIVEN])
        bert = families.generate_masked(start, COUNT)
        gpt = families.generate("gpt", start)
    except families.UNREADABLE:
        st.error(text("families.broken"), icon=":material/block:")
        return
    written = (
        ("BERT", families.text_of((*start, *bert.ids))),
        ("GPT", families.text_of((*start, *gpt.ids))),
    )
    st.code(
        "\n".join(f"{name:5}{words}" for name, words in written), language=None, wrap_lines=True
    )
    st.markdown(text("families.wrong_end"))
