"""The sentence as tokens and ids, decoding, and normalisation."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from explainer.chapters.tokens.data import source_chips
from explainer.frame import chapter
from explainer.frame.chips import Chip, ChipRow, chips, kind_of
from explainer.frame.choices import Field
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs.tokenizers import tokenizer
from explainer.text import Text
from explainer.tokenizer.changes import Part, code_points, parts
from explainer.tokenizer.normalise import CHANGES
from explainer.translation import Translation

LONGEST = 60  # characters of the sample to be cleaned
SAMPLE = Field("tokens_sample", says="tokens.clean_try", most=LONGEST)


def draw_back(view: View) -> None:
    """Draw ids decoded to text: the normalised source and the output."""
    translation = view.translation
    text, source = view.text, translation.source
    with chapter.figure(text("tokens.out_title"), text("tokens.out_line")):
        chips(
            rows=[
                ChipRow(text("tokens.in_row"), source_chips(source)),
                ChipRow(text("tokens.out_row"), _output_chips(translation)),
            ],
            title=text("tokens.out_title"),
            key="tokens_out",
        )
        st.text(translation.text)
        begin = sum(token.startswith("▁") for token in source.tokens)
        st.caption(text("tokens.mark_line", count=begin, total=len(source) - 1))
        _round_trip(text, translation)


def _output_chips(translation: Translation) -> list[Chip]:
    words = (-2, *translation.predicted_words)
    return [
        Chip(
            token,
            kind_of(index, "target"),
            (str(index),),
            begins=words[place] != words[place + 1],
        )
        for place, (token, index) in enumerate(
            zip(translation.predicted_tokens, translation.predicted, strict=True)
        )
    ]


def _round_trip(text: Text, translation: Translation) -> None:
    """State whether the ids alone restore the sentence."""
    back = tokenizer(translation.model).decode(translation.source.ids)
    if back == translation.source.text:
        st.caption(text("tokens.round_trip"))
        return
    st.caption(text("tokens.round_trip_lost"))
    st.text(back)


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
