"""The BLEU calculation: a table of counts, and every step in a fold."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from explainer.chapters.bleu.numbers import (
    ScoredCandidate,
    brevity_formula,
    exponent_formula,
    format_count,
    format_log,
    format_points,
    format_unit,
    product_formula,
)
from explainer.chapters.bleu.texts import badge
from explainer.frame import chapter
from explainer.frame.formula import aligned
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.metrics.bleu import SMOOTHINGS
from explainer.text import Text


def draw_work(view: View, work: ScoredCandidate) -> None:
    """Draw counts and logarithms, then the steps."""
    text = view.text
    with chapter.figure(text("bleu.work"), text("bleu.work_line")):
        st.caption(text("bleu.orders_line"))
        _orders(text, work)
        badge(text, work)
        steps = chapter.fold(text("bleu.steps"), key="bleu_steps")
        if steps.open:
            with steps:
                _steps(text, work)


def _steps(text: Text, work: ScoredCandidate) -> None:
    _tokens(text, work)
    for n in work.orders:
        _ngrams(text, work, n)
    _smoothing(text, work)
    _length(text, work)
    _product(text, work)


def _orders(text: Text, work: ScoredCandidate) -> None:
    """Draw one row for each n."""
    bleu, counts = work.bleu, work.bleu.statistics
    unclipped = [sum(c.in_candidate for c in order if c.merged) for order in work.counts]
    show_table(
        text("bleu.orders_alt", count=max(work.orders)),
        {
            "n": Column(text("bleu.col_n"), list(work.orders), width=36),
            "total": Column(text("bleu.col_total"), list(counts.total), width=64),
            "matched": Column(text("bleu.col_matched"), unclipped, width=64),
            "credited": Column(text("bleu.col_credited"), list(counts.correct), width=64),
            "p": _written(text("bleu.col_p"), map(format_unit, bleu.precisions), 104),
            "log": _written(text("bleu.col_log"), map(format_log, bleu.logs), 68),
            "weight": _written(text("bleu.col_weight"), map(format_unit, bleu.weights), 64),
            "weighted": _written(
                text("bleu.col_weighted"), map(format_log, bleu.weighted_logs), 80
            ),
        },
    )


def _written(title: str, numbers: Iterable[str], width: int) -> Column:
    """Return a column of numbers as text, below each other as numbers are."""
    return Column(title, list(numbers), width=width, alignment="right")


def _tokens(text: Text, work: ScoredCandidate) -> None:
    lengths = ", ".join(str(len(tokens)) for tokens in work.references)
    label = text("bleu.row_tokens", candidate=len(work.tokens), references=lengths)
    place = chapter.fold(label, key="bleu_row_tokens")
    if not place.open:
        return
    with place:
        st.caption(text("bleu.row_tokens_line"))
        for tokens in (work.tokens, *work.references):
            st.code("  ·  ".join(tokens), language=None, wrap_lines=True)


def _ngrams(text: Text, work: ScoredCandidate, n: int) -> None:
    """Draw every distinct n-gram: its counts, the clipping limit and the matches."""
    counts, bleu = work.counts[n - 1], work.bleu
    label = text(
        "bleu.row_ngrams",
        n=n,
        credited=bleu.statistics.correct[n - 1],
        total=bleu.statistics.total[n - 1],
        precision=format_unit(bleu.precisions[n - 1]),
    )
    place = chapter.fold(label, expanded=n == 1, key=f"bleu_row_{n}")
    if not place.open:
        return
    with place:
        if not counts:
            st.info(text("bleu.row_no_ngrams", n=n, count=len(work.tokens)))
            return
        st.caption(text("bleu.row_ngrams_line"))
        marks = [_mark(text, count.in_candidate, count.clipped) for count in counts]
        references = {
            f"reference_{place}": Column(
                text("bleu.col_reference", place=place),
                [count.in_references[place - 1] for count in counts],
            )
            for place in range(1, len(work.references) + 1)
        }
        show_table(
            text("bleu.row_ngrams_alt", n=n),
            {
                "ngram": Column(
                    text("bleu.col_ngram"), [" ".join(c.ngram) for c in counts], width="medium"
                ),
                "found": Column(text("bleu.col_found"), [c.in_candidate for c in counts]),
                **references,
                "merged": Column(text("bleu.col_merged"), [c.merged for c in counts]),
                "clipped": Column(text("bleu.col_clipped"), [c.clipped for c in counts]),
                "mark": Column(text("bleu.col_mark"), marks),
            },
        )


def _mark(text: Text, count: int, clipped: int) -> str:
    if clipped == count:
        return text("bleu.mark_match")
    return text("bleu.mark_clipped", lost=count - clipped) if clipped else text("bleu.mark_none")


def _smoothing(text: Text, work: ScoredCandidate) -> None:
    """Draw the effect of smoothing on each precision."""
    bleu = work.bleu
    label = text("bleu.row_smoothing", count=sum(bleu.smoothed))
    place = chapter.fold(label, key="bleu_row_smoothing")
    if not place.open:
        return
    lines = text.each("bleu.smooth_*_line", *SMOOTHINGS)
    with place:
        st.markdown(lines[work.choice.settings.smoothing])
        counts = bleu.statistics
        show_table(
            text("bleu.row_smoothing_alt"),
            {
                "n": Column(text("bleu.col_n"), list(work.orders), width=50),
                "before": Column(
                    text("bleu.col_before"),
                    [f"{c} / {t}" for c, t in zip(counts.correct, counts.total, strict=True)],
                ),
                "after": Column(
                    text("bleu.col_after"),
                    [
                        f"{format_count(a)} / {format_count(b)}"
                        for a, b in zip(bleu.numerators, bleu.denominators, strict=True)
                    ],
                ),
                "p": Column(text("bleu.col_p"), [format_unit(p) for p in bleu.precisions]),
            },
            width="content",
        )


def _length(text: Text, work: ScoredCandidate) -> None:
    """Draw the choice of the closest reference length, and the penalty."""
    counts = work.bleu.statistics
    label = text(
        "bleu.row_length",
        length=counts.length,
        closest=counts.reference_length,
        penalty=format_unit(work.bleu.brevity),
    )
    place = chapter.fold(label, key="bleu_row_length")
    if not place.open:
        return
    with place:
        st.markdown(text("bleu.row_length_line"))
        lengths = [len(tokens) for tokens in work.references]
        chosen = lengths.index(counts.reference_length)
        distances = [abs(length - counts.length) for length in lengths]
        closest = [i == chosen for i in range(len(lengths))]
        show_table(
            text("bleu.row_length_alt"),
            {
                "reference": Column(text("bleu.col_which"), range(1, len(lengths) + 1)),
                "length": Column(text("bleu.col_length"), lengths),
                "distance": Column(text("bleu.col_distance"), distances),
                "chosen": Column(text("bleu.col_closest"), closest),
            },
            width="content",
        )
        st.latex(aligned(brevity_formula(work.bleu)))


def _product(text: Text, work: ScoredCandidate) -> None:
    """Draw the last line and all digits of the result."""
    bleu = work.bleu
    label = text("bleu.row_product", value=format_unit(bleu.value), score=format_points(bleu.score))
    place = chapter.fold(label, key="bleu_row_product")
    if not place.open:
        return
    with place:
        st.latex(aligned(exponent_formula(bleu)))
        st.latex(aligned(product_formula(bleu)))
        st.caption(text("bleu.digits"))
        st.code(repr(bleu.value), language=None)
        st.caption(text("bleu.signature"))
        st.code(work.check.signature, language=None, wrap_lines=True)
        st.caption(f"{text('bleu.chrf_signature')} {text('bleu.chrf_help')}")
        st.code(work.chrf_signature, language=None, wrap_lines=True)
