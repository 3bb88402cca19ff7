"""Table of all lines: sort, filter, choose one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final
from zlib import crc32

import pyarrow as pa
import streamlit as st

from explainer.batch.rows import Row
from explainer.chapters.sentences.job import Job
from explainer.chapters.sentences.problems import row_problem
from explainer.chapters.sentences.state import (
    Filter,
    Measure,
    measure_names,
    measures_of,
    order_choice,
    sort_rows,
    value_of,
)
from explainer.frame import address
from explainer.frame.params import whole
from explainer.streamlit_internals import null_container
from explainer.text import Text

LINE: Final = "sentences_line"
LINE_OF: Final = "sentences_line_of"  # session: the lines it counts, and the first of the table
LONGEST_FILTER: Final = 60
HEIGHT: Final = 440
ROW: Final = 66  # of a line of the table: from 65 on Streamlit breaks texts
SOURCE, WORDS = 205, 235  # pixels: what differs between lines is read in the table
EVERY: Final = "every"
SURE: Final[Measure] = "log_prob_per_token"
NUMBERS: Final[tuple[tuple[Measure, str], ...]] = (
    ("chrf", "%.1f"),
    ("bleu", "%.1f"),
    ("perplexity", "%.2f"),
    ("entropy", "%.2f"),
    ("coverage", "percent"),
    ("unk_share", "percent"),
)


def pick_line(text: Text, job: Job) -> tuple[list[Row], Row, str]:
    """Draw order, filter and line; return the filtered rows, the chosen one, the order's name."""
    rows = job.run.rows
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        with st.container(width=230):
            order = order_choice(text, rows)
        place = st.popover(text("sentences.filters"), key="sentences_filters", on_change="rerun")
        with place if place.open else null_container():
            wanted = _filter(text, rows, sent=bool(place.open))
        shown = [row for row in sort_rows(rows, order) if wanted.keeps(row)]
        chosen = _line_choice(text, job, shown)
        if len(shown) < len(rows):
            said = text("sentences.table_line", shown=f"{len(shown):,}", rows=f"{len(rows):,}")
            st.caption(said, width="content")
    if not shown:
        st.info(text("sentences.nothing_left"), icon=":material/filter_alt_off:")
    return shown, chosen, f"{order} {wanted}"


def _tell(key: str, sent: bool) -> None:
    """Resend a control's value to the browser when it is next drawn after not being `sent`."""
    if not sent:
        address.mark_stale(key)
    elif key in st.session_state:
        address.resend(key)


def _filter(text: Text, rows: Sequence[Row], *, sent: bool) -> Filter:
    """Draw filters: letters, and bounds of one number."""
    there: dict[str, Measure] = {measure: measure for measure in measures_of(rows)}
    names = {EVERY: text("sentences.range_none")}
    names |= {name: measure_names(text)[measure] for name, measure in there.items()}
    for key in ("sentences_letters", "sentences_range_of"):
        _tell(key, sent)
    letters = st.text_input(
        text("sentences.filter"),
        key="sentences_letters",
        max_chars=LONGEST_FILTER,
        placeholder=text("sentences.filter_placeholder"),
        autocomplete="off",
    )
    picked = st.selectbox(
        text("sentences.range"),
        [EVERY, *there],
        key="sentences_range_of",
        format_func=names.__getitem__,
    )
    measure = there.get(picked)
    if measure is None:
        return Filter(letters)
    values = [value for row in rows if (value := value_of(row, measure)) is not None]
    low, high = min(values), max(values)
    if low == high:
        st.caption(text("sentences.range_equal", value=f"{low:.4g}"))
        return Filter(letters)
    # The ends of a slider are rounded to its steps: nothing at an end may fall out.
    key = f"sentences_range_{measure}_{low}_{high}"
    _tell(key, sent)
    ends = st.slider(names[picked], low, high, (low, high), key=key)
    room = (high - low) / 1000
    return Filter(letters, measure, ends[0] - room, ends[1] + room)


def draw_table(text: Text, job: Job, shown: Sequence[Row], state: str) -> None:
    """Draw the table; a click chooses a row. Each order has its own key, as row numbers change."""
    if not shown:
        return
    key = f"sentences_table_{job.number}_{crc32(state.encode()):08x}"
    numbers = [row.number for row in shown]
    st.dataframe(
        table_of(text, shown),
        hide_index=True,
        key=key,
        height=_height(len(shown)),
        row_height=ROW,
        on_select=lambda: _take_row(key, numbers),
        selection_mode="single-row",
        placeholder="–",
        alt=text("sentences.table_alt", rows=len(shown)),
        column_config=_columns(text, shown),
    )
    st.caption(text("sentences.table_how"))


def _height(rows: int) -> int:
    return min(HEIGHT, 40 + ROW * rows)


def table_of(text: Text, rows: Sequence[Row]) -> pa.Table:
    """Return texts and numbers as columns, without empty ones."""
    columns: dict[str, Any] = {
        "number": pa.array([row.number for row in rows], pa.int32()),
        SURE: pa.array([value_of(row, SURE) for row in rows], pa.float32()),
        "source": [row.source for row in rows],
        "translation": [row.translation for row in rows],
    }
    if any(row.reference is not None for row in rows):
        columns["reference"] = pa.array([row.reference for row in rows], pa.string())
    columns |= _scores(rows, NUMBERS)
    if any(row.problem is not None for row in rows):
        columns["problem"] = [row_problem(text, row) for row in rows]
    return pa.table(columns)


def _scores(rows: Sequence[Row], numbers: Sequence[tuple[Measure, str]]) -> dict[str, Any]:
    """Return the `numbers` that some row has."""
    columns = {name: [value_of(row, name) for row in rows] for name, _ in numbers}
    return {
        name: pa.array(values, pa.float32())
        for name, values in columns.items()
        if any(value is not None for value in values)
    }


def _columns(text: Text, rows: Sequence[Row]) -> dict[str, Any]:
    config = st.column_config
    names, helps = measure_names(text), _helps(text)
    columns: dict[str, Any] = {
        "number": config.NumberColumn(text("sentences.line"), width=50),
        "source": config.TextColumn(text("sentences.source"), width=SOURCE),
        "translation": config.TextColumn(text("sentences.translation"), width=WORDS),
        "reference": config.TextColumn(text("sentences.reference"), width=WORDS),
        "problem": config.TextColumn(text("sentences.problem"), width="medium"),
    }
    for name, shape in NUMBERS:
        columns[name] = config.NumberColumn(names[name], format=shape, help=helps[name], width=70)
    least = min([0.0, *(value for row in rows if (value := value_of(row, SURE)) is not None)])
    columns[SURE] = config.ProgressColumn(
        text("sentences.log_prob_short"),
        format="%.3f",
        help=helps[SURE],
        width=115,
        min_value=min(-1.0, math.floor(least)),
        max_value=0,
        color="gray",
    )
    return columns


def _helps(text: Text) -> dict[Measure, str]:
    return {
        "bleu": text("sentences.bleu_help"),
        "chrf": text("sentences.chrf_help"),
        "log_prob_per_token": text("sentences.log_prob_help"),
        "perplexity": text("sentences.perplexity_help"),
        "entropy": text("sentences.entropy_help"),
        "coverage": text("sentences.coverage_help"),
        "unk_share": text("sentences.unk_help"),
    }


def _take_row(key: str, numbers: Sequence[int]) -> None:
    """Choose the clicked row; untrusted input, or nothing after deselection."""
    try:
        [place] = st.session_state[key]["selection"]["rows"]
        st.session_state[LINE] = numbers[place]
    except (KeyError, IndexError, TypeError, ValueError):
        return


def _line_choice(text: Text, job: Job, shown: Sequence[Row]) -> Row:
    """Draw the choice of the line by number or next/previous; the table's first by default."""
    rows = job.run.rows
    usual = (shown[0] if shown else rows[0]).number
    _start_anew(job, usual)
    fits = whole(1, len(rows))
    value = address.seed(LINE, usual, lambda written: int(written) if fits(written) else None)
    st.session_state[LINE] = min(max(value, 1), len(rows))
    order = [row.number for row in shown]
    number = st.number_input(text("sentences.line"), 1, len(rows), key=LINE, width=140)
    for name, icon, by in (
        (text("sentences.before"), ":material/keyboard_arrow_up:", -1),
        (text("sentences.after"), ":material/keyboard_arrow_down:", 1),
    ):
        there = neighbour(order, number, by)
        st.button(
            name,
            key=f"sentences_by{by}",
            icon=icon,
            disabled=there is None,
            on_click=take_line,
            args=(there,),
        )
    address.keep(LINE, number, usual)
    if number == usual:
        address.forget(LINE)  # nobody chose it: with more lines another one is the first
    return rows[number - 1]


def _start_anew(job: Job, usual: int) -> None:
    """Forget the chosen line if lines or translations have changed.

    A line that was only the default follows the top of the table.
    """
    of = (job.number, job.run.search)
    before, first = st.session_state.get(LINE_OF, (of, usual))
    if before != of:
        address.forget(LINE)
    if before != of or (first != usual and st.session_state.get(LINE) == first):
        st.session_state[LINE] = usual
    st.session_state[LINE_OF] = (of, usual)


def neighbour(order: Sequence[int], number: int, by: int) -> int | None:
    """Return the line `by` rows up or down in the table, clipped; an end if not in it."""
    if number not in order:
        return order[0] if order else None
    place = order.index(number) + by
    return order[place] if 0 <= place < len(order) else None


def take_line(number: int | None) -> None:
    """Choose a line; for callbacks."""
    if number is not None:
        st.session_state[LINE] = number
