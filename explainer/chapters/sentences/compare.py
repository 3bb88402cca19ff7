"""The same lines by a second model or with other settings: is the difference more than chance?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from explainer.batch.rows import Row
from explainer.batch.summary import Comparison
from explainer.chapters.sentences.charts import HEIGHT as CHART
from explainer.chapters.sentences.job import (
    Job,
    Search,
    compare,
    comparison_of,
    drop_comparison,
)
from explainer.chapters.sentences.state import search_of, settings_choice, settings_name
from explainer.charts.bars import Look, Series, bars
from explainer.frame import chapter, choices
from explainer.frame.params import Settings
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import registry
from explainer.text import Text
from explainer.text.numbers import true_minus

OTHER: Final = "sentences_other"
USUAL: Final = Settings(method="greedy")  # the plainest question: what does the beam bring?
CHANCE: Final = 0.05
HEIGHT: Final = 380
GAINS: Final = Look(
    True, axis=True, form="+.2f", axis_form="+~g", numbered=False, named=False, height=CHART
)


def draw_comparison(view: View, job: Job) -> None:
    """Choose the second search; once there is one, what it changes."""
    text = view.text
    wanted = _second(text, job.runs[0].search)
    same = wanted == job.runs[0].search
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            text("sentences.compare"),
            key="sentences_compare",
            icon=":material/compare_arrows:",
            disabled=same or job.working or not job.runs[0].rows,
            on_click=compare,
            args=(job, wanted),
        )
        if len(job.runs) > 1:
            st.button(
                text("sentences.compare_end"),
                key="sentences_compare_end",
                on_click=drop_comparison,
                args=(job,),
            )
        if same:
            st.caption(text("sentences.compare_same"))
    if len(job.runs) > 1 and job.runs[1].rows:
        _draw_comparison(view, job)


def _second(text: Text, first: Search) -> Search:
    """Any model for the same languages, also one that is only there to compare with."""
    cards = {name: entry.card for name, entry in registry.working().items()}
    here = cards.get(first.model, {})
    names = {
        name: name
        for name, card in cards.items()
        if (card["source"], card["target"]) == (here.get("source"), here.get("target"))
    }
    model = first.model
    if len(names) > 1:
        model = choices.select(
            text, f"{OTHER}_model", text("sentences.other_model"), names, first.model
        )
    start = Settings() if first.settings.method == "greedy" else USUAL
    return search_of(model, settings_choice(text, OTHER, start)) if names else first


def _draw_comparison(view: View, job: Job) -> None:
    text = view.text
    first, second = job.runs
    st.markdown(text("sentences.first_is", search=settings_name(text, first.search)))
    st.markdown(text("sentences.second_is", search=settings_name(text, second.search)))
    common = min(len(first.rows), len(second.rows))
    pairs = list(zip(first.rows[:common], second.rows[:common], strict=True))
    with st.spinner(text("sentences.resampling"), show_time=False):
        comparisons = comparison_of(job)
    if comparisons:
        _verdict(text, comparisons)
        _scores(text, comparisons)
    changed = sum(a.translation != b.translation for a, b in pairs)
    st.caption(text("sentences.changed", changed=f"{changed:,}", rows=f"{common:,}"))
    scored = [(a, b) for a, b in pairs if a.chrf is not None and b.chrf is not None]
    if scored:
        _chart(view, scored)
    _table(text, pairs)


def _verdict(text: Text, comparisons: Sequence[Comparison]) -> None:
    """One sentence about chrF, the score that needs fewer sentences to see something."""
    one = next(c for c in comparisons if c.metric == "chrf")
    facts = {
        "difference": true_minus(f"{one.difference:+.2f}"),
        "low": true_minus(f"{one.low:+.2f}"),
        "high": true_minus(f"{one.high:+.2f}"),
        "p": f"{one.p_value:.3f}",
        "count": f"{one.sentences:,}",
    }
    if one.difference == 0:
        st.markdown(text("sentences.verdict_same", count=facts["count"]))
    elif one.p_value >= CHANCE:
        st.markdown(text("sentences.verdict_chance", **facts))
    elif one.difference > 0:
        st.markdown(text("sentences.verdict_second", **facts))
    else:
        st.markdown(text("sentences.verdict_first", **facts))


def _scores(text: Text, comparisons: Sequence[Comparison]) -> None:
    names = {"bleu": "BLEU", "chrf": "chrF"}
    show_table(
        text("sentences.compare_alt"),
        {
            "metric": Column(text("sentences.metric"), [names[c.metric] for c in comparisons]),
            "a": Column(text("sentences.first"), [c.a for c in comparisons], "%.2f"),
            "b": Column(text("sentences.second"), [c.b for c in comparisons], "%.2f"),
            "difference": Column(
                text("sentences.difference"),
                [true_minus(f"{c.difference:+.2f}") for c in comparisons],
            ),
            "interval": Column(
                text("sentences.interval"),
                [true_minus(f"{c.low:+.2f} … {c.high:+.2f}") for c in comparisons],
            ),
            "p": Column(
                "p", [c.p_value for c in comparisons], "%.4f", help=text("sentences.p_help")
            ),
            "better": Column(
                text("sentences.better"),
                [f"{c.better:,} / {c.samples:,}" for c in comparisons],
                help=text("sentences.better_help"),
            ),
        },
        key="sentences_compare_scores",
    )
    st.code("\n".join(c.signature for c in comparisons), language=None, wrap_lines=True)


def gain(pair: tuple[Row, Row]) -> float:
    """chrF of the second translation minus that of the first."""
    return (pair[1].chrf or 0.0) - (pair[0].chrf or 0.0)


def _chart(view: View, scored: Sequence[tuple[Row, Row]]) -> None:
    text, title = view.text, view.text("sentences.gain")
    rising = sorted(scored, key=gain)
    gains = [gain(pair) for pair in rising]
    chapter.chart(
        bars(
            labels=[str(a.number) for a, _ in rising],
            series=[Series(title, gains, "div_plus")],
            look=GAINS,
            tones=["div_minus" if one < 0 else "div_plus" for one in gains],
            label_title=f"{text('sentences.sorted')} ({text('sentences.line')})",
            value_title=title,
            dark=view.dark,
        ),
        text(
            "sentences.gains_alt",
            count=len(gains),
            worse=sum(g < 0 for g in gains),
            better=sum(g > 0 for g in gains),
            low=f"{gains[0]:+.1f}",
            high=f"{gains[-1]:+.1f}",
        ),
        "sentences_gains",
        width="stretch",
    )
    st.caption(text("sentences.gains_line"))


def _table(text: Text, pairs: Sequence[tuple[Row, Row]]) -> None:
    """The largest change first, whichever way it goes; lines that did not change last."""
    by_change = sorted(
        pairs, key=lambda p: (p[0].translation == p[1].translation, -abs(gain(p)), p[0].number)
    )
    words: dict[str, tuple[str, list[str | None]]] = {
        "source": (text("sentences.source"), [a.source for a, _ in by_change]),
        "first": (text("sentences.first"), [a.translation for a, _ in by_change]),
        "second": (text("sentences.second"), [b.translation for _, b in by_change]),
        "reference": (text("sentences.reference"), [a.reference for a, _ in by_change]),
    }
    gains = [gain(pair) if pair[0].chrf is not None else None for pair in by_change]
    columns = {"number": Column(text("sentences.line"), [a.number for a, _ in by_change], width=60)}
    columns |= {name: Column(*one, width="medium") for name, one in words.items()}
    columns["gain"] = Column(text("sentences.gain"), gains, "%.1f", width=110)
    if not any(one is not None for one in gains):
        del columns["reference"], columns["gain"]
    show_table(
        text("sentences.compare_rows_alt", count=len(pairs)),
        columns,
        key="sentences_compare_rows",
        placeholder="–",
        height=min(HEIGHT, 40 + 36 * len(pairs)),
    )
