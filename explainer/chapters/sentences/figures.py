"""All lines together: corpus scores with their interval, lengths, the spread of a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from explainer.batch.rows import Row
from explainer.batch.summary import Score, Summary
from explainer.chapters.sentences.charts import HEIGHT, histogram
from explainer.chapters.sentences.job import Run, summary_of
from explainer.chapters.sentences.problems import reason_names
from explainer.chapters.sentences.state import measure_names, measures_of, value_of
from explainer.charts.bars import Look, Marks, Series, bars
from explainer.charts.curves import Axis, Curve, Dots, curves
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.text.numbers import decimal

BOUNDED: Final = {
    "bleu": (0.0, 100.0),
    "chrf": (0.0, 100.0),
    "coverage": (0.0, 1.0),
    "unk_share": (0.0, 1.0),
}

# Behind the bars numbers would lie on the intervals: the names end with them.
SCORES: Final = Look(axis=True, label_limit=220, legend=False, numbered=False)


def draw_scores(view: View, run: Run) -> None:
    """BLEU and chrF of the corpus where there are references, and what needs none."""
    text, summary = view.text, summary_of(run)
    if summary.log_prob_per_piece is not None and summary.perplexity is not None:
        st.markdown(
            text(
                "sentences.corpus_sure",
                log_prob=decimal(summary.log_prob_per_piece, 3),
                perplexity=f"{summary.perplexity:.2f}",
                pieces=f"{summary.target_pieces:,}",
            )
        )
    scores = {"BLEU": summary.bleu, "chrF": summary.chrf}
    there = {name: score for name, score in scores.items() if score is not None}
    if there:
        _scores(view, there, summary)
    else:
        st.caption(text("sentences.no_scores"))
    if summary.problems:
        names = reason_names(text)
        st.caption(
            text(
                "sentences.left_out",
                count=sum(summary.problems.values()),
                reasons=", ".join(
                    f"{names[reason]} {n:,}" for reason, n in summary.problems.items()
                ),
            )
        )


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
    st.caption(text("sentences.interval_line", count=f"{summary.with_reference:,}"))
    st.code("\n".join(s.signature for s in each), language=None, wrap_lines=True)


def draw_lengths(view: View, rows: Sequence[Row]) -> None:
    """A point for each sentence, pieces read against pieces written; the line where both agree."""
    text = view.text
    done = [row for row in rows if row.problem is None]
    if not done:
        return
    source = [row.source_pieces or 0 for row in done]
    target = [row.target_pieces or 0 for row in done]
    ratio = sum(target) / max(1, sum(source))
    lines, line = [row.number for row in done], text("sentences.line")
    most = float(max(1, *source, *target))
    ends, span = [0.0, most], (0, most * 1.03)
    chapter.chart(
        curves(
            dots=[Dots("", source, target, "target", [f"{line} {n}" for n in lines], size=42)],
            lines=[Curve("=", ends, "residual", ends, dash=(4, 4), pointed=False)],
            x=Axis(text("sentences.source_pieces"), colour="source_text", span=span, form="d"),
            y=Axis(text("sentences.target_pieces"), colour="target_text", span=span, form="d"),
            name_title=" ",
            form="d",
            dark=view.dark,
            legend=False,
            height=HEIGHT,
        ),
        text(
            "sentences.lengths_alt",
            count=len(done),
            source=max(source),
            target=max(target),
            ratio=f"{ratio:.2f}",
        ),
        "sentences_lengths",
        width="stretch",
    )
    st.caption(text("sentences.lengths_line", ratio=f"{ratio:.2f}"))
    cut = sum(row.finished is False for row in done)
    if cut:
        st.caption(text("sentences.cut_off", count=f"{cut:,}"))


def draw_spread(view: View, rows: Sequence[Row]) -> None:
    """How often each value of a number occurs."""
    text, there = view.text, measures_of(rows)
    if not there:
        return
    names = measure_names(text)
    shown: dict[str, str] = {measure: names[measure] for measure in there}
    picked = choices.select(text, "sentences_measure", text("sentences.measure"), shown, there[0])
    measure = next(one for one in there if one == picked)
    values = [value for row in rows if (value := value_of(row, measure)) is not None]
    chapter.chart(
        histogram(
            values=values,
            value_title=names[measure],
            count_title=text("sentences.count"),
            dark=view.dark,
            limits=BOUNDED.get(measure),
        ),
        text(
            "sentences.spread_alt",
            name=names[measure],
            count=len(values),
            low=f"{min(values):.3g}",
            high=f"{max(values):.3g}",
            mean=f"{sum(values) / len(values):.3g}",
        ),
        "sentences_spread",
        width="stretch",
    )
    st.caption(text("sentences.spread_line"))
