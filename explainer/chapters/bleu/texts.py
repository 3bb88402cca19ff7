"""The texts side by side with their matches lit, the score above them, and the words to edit."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.bleu.ngrams import Bar, Order, Sum, TokenRow, ngram_rows, payload
from explainer.chapters.bleu.numbers import Work, change, points, unit, whole, without_each
from explainer.chapters.bleu.state import OWN, UNDO, WORD, edit, undo_edit
from explainer.components.chips import Chip, ChipRow, chips
from explainer.data.bleu import example
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.metrics.bleu_check import comparable
from explainer.metrics.bleu_marks import Span, candidate_spans, reference_spans
from explainer.text import Text
from explainer.text.numbers import power, true_minus

MOST_WORDS: Final = 40  # words up to which each has a chip of its own
BEFORE: Final = "bleu_before"  # session: (texts after an edit, settings, score before it)
LIT: Final = "bleu_n"  # session and address: the length whose n-grams are lit
FIELD: Final = "bleu_word_text"
AGREES: Final = 1e-9


def draw_texts(view: View, work: Work, n: int) -> None:
    """The first figure: the runs of `n` words that match, then the score they lead to."""
    text = view.text
    with chapter.figure(text("bleu.texts"), _line(text, work)):
        data = payload(
            rows=_rows(text, work, n),
            total=sum_of(text, work, n, _score_change(work)),
            tips=_tips(text, work, n),
            dark=view.dark,
            empty=text("bleu.no_tokens"),
            title=text(
                "bleu.rows_alt",
                n=n,
                credited=work.bleu.statistics.correct[n - 1],
                total=work.bleu.statistics.total[n - 1],
            ),
        )
        ngram_rows(data, key="bleu_rows", on_pick=_light)
        st.caption(text("bleu.legend"))
        _note(text, work)


def _light(place: int) -> None:
    """The share of a length was pressed: its n-grams are lit."""
    st.session_state[LIT] = str(place + 1)


def _line(text: Text, work: Work) -> str:
    """What the bars are and, of the example, what was to be translated."""
    if work.texts.case == OWN:
        return text("bleu.texts_line")
    return f"{text('bleu.texts_line')} {text('bleu.source', source=example().source)}"


def sum_of(text: Text, work: Work, n: int, change: str) -> Sum:
    """The way from the shares to the score, and chrF beside it."""
    bleu = work.bleu
    fractions = zip(bleu.numerators, bleu.denominators, bleu.precisions, strict=True)
    lengths = bleu.statistics
    return Sum(
        [
            Order(f"n = {i}", f"{whole(part)} / {whole(all_)}", share, i == n)
            for i, (part, all_, share) in enumerate(fractions, 1)
        ],
        text("bleu.mean_of"),
        text("bleu.penalty", value=unit(bleu.brevity)),
        text("bleu.bleu"),
        points(bleu.score),
        change,
        text(
            "bleu.beside",
            length=lengths.length,
            closest=lengths.reference_length,
            chrf=points(work.chrf),
        ),
    )


def _score_change(work: Work) -> str:
    """How far the last edit has moved the score."""
    texts, choice, before = st.session_state.get(BEFORE, (None, None, 0.0))
    if (texts, choice) != (work.texts, work.choice):
        return ""
    return true_minus(f"{work.bleu.score - before:+.2f}")


def badge(text: Text, work: Work) -> None:
    """Whether sacrebleu finds the same, and its signature."""
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
    """Draw the choice of the length that is lit."""
    names = {str(n): str(n) for n in range(1, longest + 1)}
    return int(choices.segments(text, LIT, text("bleu.lit"), names, "1"))


def _rows(text: Text, work: Work, n: int) -> list[TokenRow]:
    counts = work.counts[n - 1]
    rows = [
        TokenRow(
            text("bleu.candidate_row", count=len(work.tokens)),
            "candidate",
            work.tokens,
            _bars(candidate_spans(work.tokens, counts, n), n),
        )
    ]
    for place, tokens in enumerate(work.references, 1):
        name = text("bleu.reference_row", place=place, count=len(tokens))
        bars = _bars(reference_spans(tokens, counts, n), n)
        rows.append(TokenRow(name, "reference", tokens, bars))
    return rows


def _bars(spans: list[Span], n: int) -> list[Bar]:
    return [Bar(span.start, n, span.level, span.ngram, span.mark) for span in spans]


def _tips(text: Text, work: Work, n: int) -> list[str]:
    return [
        text(
            "bleu.tip",
            ngram=" ".join(count.ngram),
            found=count.in_candidate,
            merged=count.merged,
            clipped=count.clipped,
        )
        for count in work.counts[n - 1]
    ]


def _note(text: Text, work: Work) -> None:
    """What is odd about this score, said in words."""
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


def draw_words(view: View, work: Work) -> None:
    """Every word as a button: take it out, replace it, move it, and watch the score."""
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
                        Chip(word, "target", (change(gain),), tip=text("bleu.word_tip"))
                        for word, gain in zip(words, gains, strict=True)
                    ],
                )
            ],
            title=text("bleu.words_alt", count=len(words)),
            dark=view.dark,
            key="bleu_words",
            chosen=None if chosen is None else (0, chosen),
            on_pick=pick,
        )
        st.caption(text("bleu.words_legend"))
        _tools(text, work, words, chosen)


def _tools(text: Text, work: Work, words: list[str], chosen: int | None) -> None:
    """What can be done with the chosen word; without one only undoing."""

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
