"""Corpus BLEU compared with the mean of sentence BLEU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer.chapters.bleu.numbers import candidate_counts, format_points
from explainer.chapters.bleu.state import (
    MAX_CHARS,
    MAX_REFERENCES,
    OWN,
    Choice,
    Texts,
    chosen_texts,
    kept_text_field,
    problem_of,
    read_choice,
)
from explainer.chapters.bleu.texts import AGREES
from explainer.charts.bars import BarStyle, Series, bars
from explainer.data.bleu import example
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Place
from explainer.frame.view import View
from explainer.metrics.bleu import Bleu, corpus_statistics, score
from explainer.metrics.bleu_check import check, chrf
from explainer.text import Text
from explainer.text.numbers import power

MAX_LINES: Final = 20
BETWEEN: Final = "|"  # candidate | reference | reference
GOOD: Final = "bleu_corpus_good"  # session: the last lines that could be scored


@dataclass(frozen=True)
class Line:
    """One sentence of the corpus."""

    name: str
    texts: Texts


def draw_corpus(view: View) -> None:
    """Draw each sentence and the corpus total, with the same settings as the bench."""
    figure = st.container()
    choice = read_choice(view.text)
    with figure:
        _draw(view, choice)


def _draw(view: View, choice: Choice) -> None:
    text = view.text
    with chapter.figure(text("bleu.corpus"), text("bleu.corpus_line")):
        lines = _lines(text)
        parts = [
            candidate_counts(line.texts.candidate, line.texts.references, choice) for line in lines
        ]
        settings = choice.settings
        scores = [score(part, settings) for part in parts]
        whole = score(corpus_statistics(parts), settings)
        mean = sum(one.score for one in scores) / len(scores)
        _bars(view, [line.name for line in lines], scores, whole, mean)
        counts = whole.statistics
        pairs = zip(counts.correct, counts.total, strict=True)
        sums = " · ".join(f"{part}/{all_}" for part, all_ in pairs)
        st.markdown(text("bleu.corpus_why", sums=sums))
        _agrees(text, lines, whole, choice)


TYPED = Place("bleu_lines", "bleu.corpus_lines")
LINES = OneOf("bleu_corpus", ("example", "with", OWN), says="bleu.corpus_of")


def _lines(text: Text) -> list[Line]:
    kind = LINES.draw(text)
    shown = example()
    lines = [
        Line(name, Texts(name, candidate, shown.references))
        for name, candidate in shown.candidates.items()
    ]
    if kind == "with":
        return [*lines, Line(text("bleu.corpus_yours"), chosen_texts())]
    return lines if kind == "example" else _own_lines(text, lines)


def _own_lines(text: Text, start: list[Line]) -> list[Line]:
    """Draw a field for own sentences, one per line: candidate | reference | reference ..."""
    default = "\n".join(
        f" {BETWEEN} ".join((line.texts.candidate, *line.texts.references)) for line in start
    )
    written = kept_text_field(
        text, TYPED, default, lines=True, most=MAX_LINES, chars=MAX_CHARS, refs=MAX_REFERENCES
    )
    rows = [row for row in written.splitlines() if row.strip()]
    lines = [parse_line(row, place) for place, row in enumerate(rows[: MAX_LINES + 1], 1)]
    problem = _problem(text, lines, len(rows))
    if not problem:
        st.session_state[GOOD] = lines
        return lines
    st.warning(problem, icon=":material/edit:")
    st.caption(text("bleu.last_shown"))
    last: list[Line] = st.session_state.get(GOOD, start)
    return last


def parse_line(row: str, place: int) -> Line:
    """Parse a line of the field; an empty part between two bars is not a reference."""
    candidate, *references = (part.strip() for part in row.split(BETWEEN))
    return Line(str(place), Texts(OWN, candidate, tuple(one for one in references if one)))


def _problem(text: Text, lines: Sequence[Line], count: int) -> str:
    if not lines:
        return text("bleu.corpus_empty")
    if count > MAX_LINES:
        return text("bleu.corpus_many", count=f"{count:,}", limit=MAX_LINES)
    for line in lines:
        problem = problem_of(text, line.texts)
        if problem:
            return text("bleu.corpus_problem", line=line.name, problem=problem)
    return ""


def _bars(
    view: View, names: Sequence[str], scores: Sequence[Bleu], whole: Bleu, mean: float
) -> None:
    text = view.text
    values = [*(one.score for one in scores), mean, whole.score]
    labels = [*names, text("bleu.mean"), text("bleu.corpus_bleu")]
    tones = [*("target" for _ in scores), "residual", "primary"]
    chapter.chart(
        bars(
            labels=labels,
            series=[Series(text("bleu.bleu"), values, "target")],
            look=BarStyle(span=(0, 100), label_limit=180),
            notes=[format_points(value) for value in values],
            tones=tones,
            label_title=text("bleu.sentence"),
            value_title=text("bleu.bleu"),
            dark=view.dark,
        ),
        text(
            "bleu.corpus_alt",
            count=len(scores),
            mean=format_points(mean),
            corpus=format_points(whole.score),
        ),
        "bleu_corpus_bars",
    )


def _agrees(text: Text, lines: Sequence[Line], whole: Bleu, choice: Choice) -> None:
    candidates = [line.texts.candidate for line in lines]
    references = [list(line.texts.references) for line in lines]
    verdict = check(whole, candidates, references, choice.tokenizer)
    apart = power(verdict.difference)
    if verdict.difference > AGREES:
        st.error(text("bleu.differs", difference=apart))
    elif verdict.whole:
        st.caption(text("bleu.equal", difference=apart))
    else:
        st.caption(text("bleu.equal_counts", difference=apart))
    value, _ = chrf(candidates, references)
    st.caption(text("bleu.corpus_chrf", value=format_points(value)))
