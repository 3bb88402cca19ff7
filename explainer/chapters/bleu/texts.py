"""Candidate and references with their matches highlighted, editable words, and the score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from explainer.chapters.bleu.numbers import ScoredCandidate, has_equal_weights
from explainer.chapters.bleu.state import OWN, UNDO, WORD, edit, problem_of, undo_edit
from explainer.data.bleu import example
from explainer.drawings import Choice, drawing, place_in
from explainer.frame.choices import OneOf
from explainer.frame.view import View
from explainer.metrics.bleu import MAX_ORDER, Bleu, ngrams
from explainer.text import Text
from explainer.text.numbers import power

MOST_WORDS: Final = 40  # words up to which each can be edited
BEFORE: Final = "bleu_before"  # session: (texts after an edit, settings, score before it)
# The length whose n-grams are lit.
LIT = OneOf[int]("bleu_n", tuple(range(1, MAX_ORDER + 1)), says="bleu.lit")
AGREES: Final = 1e-9


def draw_texts(view: View, work: ScoredCandidate, n: int) -> None:
    """Draw matching runs of `n` words, the candidate's words to edit, and the score."""
    text, words = view.text, work.tokens
    few = len(words) <= MOST_WORDS
    chosen = st.session_state.get(WORD)
    drawing(
        "bleu/ngrams",
        {
            "texts": [words, *work.references],
            "score": score_parts(work.bleu, work.chrf, _score_change(work)),
            "isEdited": few,
            "undo": bool(st.session_state.get(UNDO)),
        },
        words=text.section("bleu.ngrams"),
        key="bleu_rows",
        chosen={
            "n": n,
            "word": None if chosen is None or chosen >= len(words) else chosen,
            "edit": None,
        },
        on_choice=partial(take_choice, text, work),
        blank=partial(_blank, n=n),
    )
    st.caption(text("bleu.legend"))
    if work.texts.case != OWN:
        st.caption(text("bleu.source", source=example().source))
    if not few:
        st.info(text("bleu.many_words", count=len(words), limit=MOST_WORDS))
    _note(text, work)


def score_parts(bleu: Bleu, chrf: float, change: float | None = None) -> dict[str, Any]:
    """Return what a score is made of, for the drawing."""
    settings = bleu.settings
    return {
        "numerators": bleu.numerators,
        "denominators": bleu.denominators,
        "brevity": bleu.brevity,
        "bleu": bleu.score,
        "closest": bleu.statistics.reference_length,
        "length": bleu.statistics.length,
        "chrf": chrf,
        "change": change,
        "plain": settings.smoothing == "none"
        and not settings.effective_order
        and has_equal_weights(settings),
    }


def _blank(data: Mapping[str, Any], n: int) -> dict[str, Any]:
    """Return the texts without matches or score, so that all n-grams can be marked."""
    grams = [" ".join(gram) for gram in ngrams(data["texts"][0], n)]
    return {**data, "score": None, "n": n, "offers": grams}


def take_choice(text: Text, work: ScoredCandidate, choice: Choice) -> None:
    """Light the n-gram length that was pressed; select, edit or bring back words."""
    light(choice)
    if "word" in choice:
        st.session_state[WORD] = place_in(choice, "word", MOST_WORDS)
    words = choice.get("edit")
    if isinstance(words, list) and all(isinstance(word, str) for word in words):
        candidate = " ".join(words)
        if not problem_of(text, replace(work.texts, candidate=candidate)):
            st.session_state[BEFORE] = (edit(candidate), work.choice, work.bleu.score)
    if choice.get("undo"):
        undo_edit()


def light(choice: Choice) -> None:
    """Highlight the n-grams of the pressed length; for callbacks."""
    if lit := place_in(choice, "n", MAX_ORDER + 1):
        st.session_state[LIT.name] = lit


def _score_change(work: ScoredCandidate) -> float | None:
    """Return how far the last edit has changed the score."""
    texts, choice, before = st.session_state.get(BEFORE, (None, None, 0.0))
    return work.bleu.score - before if (texts, choice) == (work.texts, work.choice) else None


def badge(text: Text, work: ScoredCandidate) -> None:
    """Show whether sacrebleu gives the same score, with its signature."""
    apart = power(work.check.difference)
    if work.check.difference > AGREES:
        st.error(text("bleu.differs", difference=apart))
    elif work.check.whole:
        st.caption(text("bleu.equal", difference=apart))
    elif work.choice.settings.smoothing == "tiny":
        st.caption(text("bleu.equal_but_tiny", difference=apart))
    else:
        st.caption(text("bleu.equal_but_weights", difference=apart))


def _note(text: Text, work: ScoredCandidate) -> None:
    """Describe anything unusual about this score."""
    settings, counts = work.choice.settings, work.bleu.statistics
    missing = [n for n in work.orders if not counts.total[n - 1]]
    if not any(counts.correct):
        st.info(text("bleu.nothing_matches"), icon=":material/search_off:")
    elif missing and not settings.effective_order:
        st.info(
            text("bleu.too_short", count=counts.length, n=missing[0]), icon=":material/straighten:"
        )
