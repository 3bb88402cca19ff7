"""Common mistake: "a wider beam is always better"."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.beam.state import usual_width
from explainer.chapters.beam.view import hypothesis_texts
from explainer.chapters.beam.widths import EQUAL, FEW, Width, widths_of
from explainer.charts.curves import Axis, Curve, Dots, curves
from explainer.data.samples import samples
from explainer.decoding import DecodeOptions, Hypothesis
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs import resources
from explainer.text import Text
from explainer.text.numbers import decimal
from explainer.translation import Translation

TRIED: Final = 6  # examples that are searched for one that shows the mistake


def draw_mistake(view: View) -> None:
    """Show a sentence on which a wider beam without length penalty gives a shorter output.

    It is the reader's own if it shows that, else the first hard example that does. Independent of
    the page's controls, so it is computed once.
    """
    text, translation = view.text, view.translation
    chapter.wrong(text, text("beam.wrong_line"))
    rows = _rows(translation)
    shown = translation
    if not wide_beam_fails(rows):
        example = _example(translation, str(view.card["source"]))
        if example is not None:
            st.markdown(text("beam.wrong_example"))
            st.text(example.source.text)
            shown, rows = example, _rows(example)
    _draw(view, shown, rows)


def wide_beam_fails(rows: list[Width]) -> bool:
    """Return whether the widest beam's output is more probable than greedy's, and shorter."""
    first, last = rows[0].likeliest, rows[-1].likeliest
    return last.total > first.total + EQUAL and len(last.ids) < len(first.ids)


def _rows(translation: Translation) -> list[Width]:
    return widths_of(translation, tuple(sorted({*FEW, usual_width(translation)})))


def _example(translation: Translation, source: str) -> Translation | None:
    """Return a hard example on which the wide beam fails, known ones first."""
    hard = sorted((s for s in samples(source) if s.hard), key=lambda s: s.why != "dropped")
    for sample in hard[:TRIED]:
        request = resources.Request(translation.model, sample.text, DecodeOptions())
        example = resources.translate(request)
        if wide_beam_fails(_rows(example)):
            return example
    return None


def _draw(view: View, translation: Translation, rows: list[Width]) -> None:
    text = view.text
    first, last = rows[0].likeliest, rows[-1].likeliest
    lengths = [text("beam.beamtree.count", count=len(row.likeliest.ids)) for row in rows]
    title, totals = text("beam.axis_total"), [row.likeliest.total for row in rows]
    widths = [row.width for row in rows]
    places = [f"{width} ({length})" for width, length in zip(widths, lengths, strict=True)]
    chapter.chart(
        curves(
            lines=[Curve(title, totals, "target", pointed=False)],
            dots=[Dots(title, None, totals, "target", places, size=80)],
            x=Axis(text("beam.axis_width"), words=places),
            y=Axis(title),
            name_title=title,
            form=".3f",
            dark=view.dark,
            legend=False,
            ring=(0, widths.index(usual_width(translation))),
            height=160,
        ),
        text(
            "beam.wrong_alt",
            first=decimal(first.total, 2),
            last=decimal(last.total, 2),
            tokens=len(first.ids),
            fewer=len(last.ids),
        ),
        "beam_wrong",
    )
    st.text(hypothesis_texts(text, translation, [last])[0])
    st.markdown(_verdict_sentence(text, first, last))


def _verdict_sentence(text: Text, first: Hypothesis, last: Hypothesis) -> str:
    """Describe what the sentence shows, also if it does not show the mistake."""
    if first.ids == last.ids:
        return text("beam.wrong_same")
    if last.total < first.total:
        return text("beam.wrong_less")
    if len(last.ids) < len(first.ids):
        return text("beam.wrong_shorter", first=len(first.ids), last=len(last.ids))
    return text("beam.wrong_longer")
