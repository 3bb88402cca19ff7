"""Warnings below a translation, each with a link to the chapter that explains it.

They report faults that every small model has.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from explainer.analysis.confidence import CUT_SMALL, UNSURE, mean_probability, tokens_per_word
from explainer.analysis.loops import repeats_itself
from explainer.data.amounts import differing
from explainer.frame import navigation, teaching
from explainer.frame.course import chapter_of
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.tokenizer import UNK, unmask_addresses
from explainer.translation import Translation

ADDRESS: Final = re.compile(r"\w+://|www\.|\S@\S+\.\w|[{}\\^|]|\w[<>]\w")
LOUD: Final = re.compile(r"\b[^\W\d_]{4,}\b")  # a word worth a line when it is all in capitals
MOST: Final = 6  # unknown signs that are named
UNKNOWN_VIEW: Final[Mapping[str, str]] = {"tokens_view": "unknown"}


@dataclass(frozen=True)
class Mark:
    """A warning; `page` and `params` are its link, `signs` the user's unknown characters."""

    id: str
    line: str
    page: str = "tokens"
    params: Mapping[str, str] = field(default_factory=dict)
    signs: str = ""


def marks(
    text: Text, translation: Translation, source_language: str, target_language: str
) -> list[Mark]:
    """Return the warnings on this translation, most important first."""
    source = translation.source
    found = []
    if unknown := _unknown_signs(translation):
        line = text("translate.mark_unknown")
        found.append(Mark("unknown", line, params=UNKNOWN_VIEW, signs="  ".join(unknown[:MOST])))
    whole = unmask_addresses(source.text, translation.original)  # which may have figures too
    if other := differing(whole, translation.text, source_language, target_language):
        found.append(Mark("numbers", text("translate.mark_numbers", numbers=", ".join(other))))
    if repeats_itself(source.ids, translation.predicted):
        found.append(Mark("repeats", text("translate.mark_repeats"), page="greedy"))
    if "addresses" in translation.changes:
        found.append(Mark("address", text("translate.mark_address")))
    if "tags" in translation.changes or ADDRESS.search(source.text):
        found.append(Mark("markup", text("translate.mark_markup")))
    if "capitals" in translation.changes or any(w.isupper() for w in LOUD.findall(source.text)):
        found.append(Mark("capitals", text("translate.mark_capitals")))
    sure = mean_probability(translation.predicted_probs)
    if sure < UNSURE:
        line = text("translate.mark_unsure", mean=percent(sure, 0))
        found.append(Mark("unsure", line, page="perplexity"))
    cut = tokens_per_word(source.tokens, source.words)
    if cut >= CUT_SMALL:
        found.append(Mark("cut_small", text("translate.mark_cut_small", count=f"{cut:.1f}")))
    return found


def _unknown_signs(translation: Translation) -> list[str]:
    """Return the characters without a token in the vocabulary, each once."""
    source = translation.source
    spans = zip(source.ids, source.spans, strict=True)
    signs = (source.text[start:end].strip() for index, (start, end) in spans if index == UNK)
    return list(dict.fromkeys(filter(None, signs)))


def draw_marks(view: View) -> None:
    """Draw a line per warning; nothing for most translations."""
    card = view.card
    languages = str(card["source"]), str(card["target"])
    found = marks(view.text, view.translation, *languages)
    if teaching.hides("probabilities"):
        found = [mark for mark in found if mark.id != "unsure"]
    if found:
        with st.container(gap=None, key="marks"):
            for mark in found:
                _line(view.text, mark)


def _line(text: Text, mark: Mark) -> None:
    chapter = chapter_of(mark.page)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(mark.line, width="content")
        if mark.signs:
            st.text(mark.signs, width="content")
        if chapter is not None and not teaching.hides("chapters"):
            st.button(
                text(chapter.name),
                key=f"mark_{mark.id}",
                icon=chapter.icon,
                type="tertiary",
                on_click=navigation.ask,
                args=(mark.page, mark.params),
            )
