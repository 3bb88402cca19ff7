"""Normalisation: what is cleaned before a sentence is cut."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from explainer.frame import chapter
from explainer.frame.choices import Field
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs.tokenizers import tokenizer
from explainer.text import Text
from explainer.tokenizer.changes import Part, code_points, parts
from explainer.tokenizer.normalise import CHANGES

LONGEST = 60  # characters of the sample to be cleaned
SAMPLE = Field("tokens_sample", says="tokens.clean_try", most=LONGEST)


@chapter.panel
def draw_normalisation(view: View) -> None:
    """Draw what normalisation changed in the user's sentence and in an editable sample."""
    text, translation = view.text, view.translation
    cutter = tokenizer(translation.model)
    line = text("tokens.clean_line" if cutter.cleans else "tokens.tidy_line")
    with chapter.figure(text("tokens.clean_title"), line):
        clean = cutter.clean
        own = _distinct_changes(parts(translation.original, clean))
        if own:
            st.caption(text("tokens.clean_own", count=len(own)))
            _table(text, own)
        else:
            st.caption(text("tokens.clean_own_none"))
        sample = text("tokens.clean_sample")
        typed = SAMPLE.draw(text, sample, limit=LONGEST)
        cleaned = parts(typed, clean)
        st.code("".join(part.after for part in cleaned) or " ", language=None)
        changes = _distinct_changes(cleaned)
        if changes:
            _table(text, changes)
        else:
            st.caption(text("tokens.clean_none"))


def _distinct_changes(cleaned: Iterable[Part]) -> list[Part]:
    """Return each kind of change once, in sentence order."""
    return list(dict.fromkeys(part for part in cleaned if part.why))


def _table(text: Text, parts: list[Part]) -> None:
    names = text.each("tokens.why_*", *CHANGES)
    after = [code_points(part.after) or "–" for part in parts]
    show_table(
        text("tokens.clean_title"),
        {
            "before": Column(text("tokens.col_before"), [part.before for part in parts], width=70),
            "before_code": Column(
                text("tokens.col_before_code"), [code_points(part.before) for part in parts]
            ),
            "after": Column(text("tokens.col_after"), [part.after for part in parts], width=70),
            "after_code": Column(text("tokens.col_after_code"), after),
            "why": Column(
                text("tokens.col_why"), [names[part.why] for part in parts], width="large"
            ),
        },
    )
