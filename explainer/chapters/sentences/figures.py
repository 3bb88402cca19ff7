"""Figures on all lines: corpus scores with intervals, and lengths."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.batch.summary import Score, Summary
from explainer.chapters.sentences.job import Run, summary_of
from explainer.chapters.sentences.problems import reason_names
from explainer.charts.bars import BarStyle, Marks, Series, bars
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.text.numbers import decimal

# Behind the bars numbers would lie on the intervals: the names end with them.
SCORES: Final = BarStyle(axis=True, label_limit=220, legend=False, numbered=False)


def draw_scores(view: View, run: Run) -> None:
    """Draw corpus BLEU and chrF if there are references, and measures without."""
    text, summary, told = view.text, summary_of(run), list[str]()
    if summary.log_prob_per_token is not None and summary.perplexity is not None:
        told.append(
            text(
                "sentences.corpus_sure",
                log_prob=decimal(summary.log_prob_per_token, 3),
                perplexity=f"{summary.perplexity:.2f}",
                tokens=f"{summary.target_tokens:,}",
            )
        )
    scores = {"BLEU": summary.bleu, "chrF": summary.chrf}
    there = {name: score for name, score in scores.items() if score is not None}
    if there:
        _scores(view, there, summary)
        told.append(text("sentences.interval_line", count=f"{summary.with_reference:,}"))
    else:
        told.append(text("sentences.no_scores"))
    if summary.source_tokens:
        ratio = summary.target_tokens / summary.source_tokens
        told.append(text("sentences.lengths_line", ratio=f"{ratio:.2f}"))
    if cut := sum(row.finished is False for row in run.rows):
        told.append(text("sentences.cut_off", count=f"{cut:,}"))
    if summary.problems:
        names = reason_names(text)
        told.append(
            text(
                "sentences.left_out",
                count=sum(summary.problems.values()),
                reasons=", ".join(
                    f"{names[reason]} {n:,}" for reason, n in summary.problems.items()
                ),
            )
        )
    st.caption("\n\n".join(told))


def _scores(view: View, scores: dict[str, Score], summary: Summary) -> None:
    text, title, each = view.text, view.text("sentences.score"), scores.values()
    values, low, high = zip(*((s.value, s.low, s.high) for s in each), strict=True)
    told = [
        text(
            "sentences.score_told", value=f"{s.value:.1f}", low=f"{s.low:.1f}", high=f"{s.high:.1f}"
        )
        for s in each
    ]
    labels = [f"{name} {words}" for name, words in zip(scores, told, strict=True)]
    chapter.chart(
        bars(
            labels=labels,
            series=[Series(title, values, "target")],
            look=SCORES,
            marks=Marks(title, values, "ink", "diamond", low, high),
            label_title=text("sentences.metric"),
            value_title=title,
            dark=view.dark,
        ),
        text(
            "sentences.scores_alt",
            count=summary.with_reference,
            scores="; ".join(labels),
        ),
        "sentences_scores",
        width="stretch",
    )
    st.code("\n".join(s.signature for s in each), language=None, wrap_lines=True)
