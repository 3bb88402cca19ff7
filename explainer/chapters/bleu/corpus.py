"""Corpus BLEU compared with the mean of sentence BLEU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer.chapters.bleu.numbers import ScoredCandidate, score_candidate
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
from explainer.chapters.bleu.texts import AGREES, LIT, light, score_parts
from explainer.data.bleu import example
from explainer.drawings import drawing
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
    text, figure = view.text, st.container()
    choice = read_choice(text)
    with figure, chapter.figure(text("bleu.corpus"), text("bleu.corpus_line")):
        rows = st.container()
        lines = _lines(text)
        works = [score_candidate(line.texts, choice) for line in lines]
        whole = score(corpus_statistics([one.bleu.statistics for one in works]), choice.settings)
        with rows:
            _rows(text, lines, works, whole)
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


def _rows(text: Text, lines: Sequence[Line], works: Sequence[ScoredCandidate], whole: Bleu) -> None:
    """Draw the sentences with their matches, and the score of their summed counts."""
    candidates = [line.texts.candidate for line in lines]
    value, _ = chrf(candidates, [list(line.texts.references) for line in lines])
    drawing(
        "bleu/ngrams",
        {
            "texts": [work.tokens for work in works],
            "score": score_parts(whole, value),
            "mean": sum(work.bleu.score for work in works) / len(works),
            "of": [
                {
                    "name": line.name,
                    "references": work.references,
                    "bleu": work.bleu.score,
                    "credited": work.bleu.statistics.correct,
                }
                for line, work in zip(lines, works, strict=True)
            ],
        },
        words=text.section("bleu.ngrams"),
        key="bleu_corpus_rows",
        chosen={"n": min(LIT.in_drawing(text), whole.settings.max_order)},
        on_choice=light,
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
