"""Candidate and references with their matches highlighted, the score, and editable words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import streamlit as st

from explainer.chapters.bleu.numbers import ScoredCandidate, format_change, without_each
from explainer.chapters.bleu.state import OWN, UNDO, WORD, edit, undo_edit
from explainer.data.bleu import example
from explainer.drawings import Choice, drawing, place_in
from explainer.frame import chapter
from explainer.frame.chips import Chip, ChipRow, chips
from explainer.frame.choices import OneOf
from explainer.frame.view import View
from explainer.metrics.bleu import MAX_ORDER, ngrams
from explainer.metrics.bleu_check import comparable
from explainer.text import Text
from explainer.text.numbers import power

MOST_WORDS: Final = 40  # words up to which each has a chip of its own
BEFORE: Final = "bleu_before"  # session: (texts after an edit, settings, score before it)
LIT = OneOf[int]("bleu_n", says="bleu.lit")  # the length whose n-grams are lit
FIELD: Final = "bleu_word_text"
AGREES: Final = 1e-9


def draw_texts(view: View, work: ScoredCandidate, n: int) -> None:
    """Draw the first figure: matching runs of `n` words, then their score."""
    text = view.text
    with chapter.figure(text("bleu.texts"), _line(text, work)):
        drawing(
            "bleu/ngrams",
            {"texts": [work.tokens, *work.references], "score": _score(work)},
            words=text.section("bleu.ngrams"),
            key="bleu_rows",
            chosen={"n": n},
            on_choice=_light,
            blank=partial(_blank, n=n),
        )
        st.caption(text("bleu.legend"))
        _note(text, work)


def _score(work: ScoredCandidate) -> dict[str, Any]:
    bleu = work.bleu
    return {
        "numerators": bleu.numerators,
        "denominators": bleu.denominators,
        "brevity": bleu.brevity,
        "bleu": bleu.score,
        "closest": bleu.statistics.reference_length,
        "chrf": work.chrf,
        "change": _score_change(work),
    }


def _blank(data: Mapping[str, Any], n: int) -> dict[str, Any]:
    """Return the texts without matches or score, so that all n-grams can be marked."""
    grams = [" ".join(gram) for gram in ngrams(data["texts"][0], n)]
    return {**data, "score": None, "n": n, "offers": grams}


def _light(choice: Choice) -> None:
    """Select the n-gram length whose bar was clicked."""
    place = place_in(choice, "n", MAX_ORDER + 1)
    if place:
        st.session_state[LIT.name] = place


def _line(text: Text, work: ScoredCandidate) -> str:
    """Explain the bars and, for the example, the source sentence."""
    if work.texts.case == OWN:
        return text("bleu.texts_line")
    return f"{text('bleu.texts_line')} {text('bleu.source', source=example().source)}"


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
    st.code(work.check.signature, language=None, wrap_lines=True)


def read_lit(text: Text, longest: int) -> int:
    """Draw the choice of the highlighted n-gram length."""
    return LIT.draw(text, {n: str(n) for n in range(1, longest + 1)})


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
    elif not work.bleu.value and comparable(settings):
        zero = next(n for n in work.orders if not work.bleu.precisions[n - 1])
        st.info(text("bleu.zero", n=zero), icon=":material/exposure_zero:")


def draw_words(view: View, work: ScoredCandidate) -> None:
    """Draw every word as a button to remove, replace or move it."""
    text = view.text
    words = work.texts.candidate.split()
    with chapter.figure(text("bleu.words"), text("bleu.words_line")):
        if len(words) > MOST_WORDS:
            st.info(text("bleu.many_words", count=len(words), limit=MOST_WORDS))
            return
        place = st.session_state.get(WORD)
        chosen = place if place is not None and place < len(words) else None

        def pick(picked: tuple[int, int]) -> None:
            st.session_state[WORD] = None if picked[1] == chosen else picked[1]
            st.session_state[FIELD] = words[picked[1]]

        gains = without_each(work)
        chips(
            rows=[
                ChipRow(
                    "",
                    [
                        Chip(word, "target", (format_change(gain),), tip=text("bleu.word_tip"))
                        for word, gain in zip(words, gains, strict=True)
                    ],
                )
            ],
            title=text("bleu.words_alt", count=len(words)),
            key="bleu_words",
            chosen=None if chosen is None else (0, chosen),
            on_pick=pick,
        )
        st.caption(text("bleu.words_legend"))
        _tools(text, work, words, chosen)


def _tools(text: Text, work: ScoredCandidate, words: list[str], chosen: int | None) -> None:
    """Draw the edit buttons of the selected word; without one only undo."""

    def become(changed: list[str], place: int | None) -> None:
        st.session_state[WORD] = place
        if place is not None:
            st.session_state[FIELD] = changed[place]
        st.session_state[BEFORE] = (edit(" ".join(changed)), work.choice, work.bleu.score)

    def replaced() -> None:
        assert chosen is not None
        written = str(st.session_state[FIELD]).split()
        if written:
            become([*words[:chosen], *written, *words[chosen + 1 :]], chosen)

    def moved(step: int) -> None:
        assert chosen is not None
        changed = words.copy()
        changed[chosen], changed[chosen + step] = changed[chosen + step], changed[chosen]
        become(changed, chosen + step)

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        if chosen is not None:
            st.text_input(
                text("bleu.word"),
                key=FIELD,
                on_change=replaced,
                width=200,
                max_chars=60,
                help=text("bleu.word_help"),
            )
            st.button(
                text("bleu.remove"),
                key="bleu_remove",
                disabled=len(words) < 2,
                on_click=lambda: become(words[:chosen] + words[chosen + 1 :], None),
            )
            st.button(
                text("bleu.double"),
                key="bleu_double",
                disabled=len(words) >= MOST_WORDS,
                on_click=lambda: become([*words[: chosen + 1], *words[chosen:]], chosen),
            )
            st.button(
                text("bleu.earlier"),
                key="bleu_earlier",
                disabled=chosen == 0,
                on_click=lambda: moved(-1),
            )
            st.button(
                text("bleu.later"),
                key="bleu_later",
                disabled=chosen == len(words) - 1,
                on_click=lambda: moved(1),
            )
        if st.session_state.get(UNDO):
            st.button(text("bleu.undo"), key="bleu_undo_button", on_click=undo_edit)
