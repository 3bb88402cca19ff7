"""What can be taken home: the table, the report, traces. Nothing is made before it is asked for.

Streamlit runs the functions handed to its buttons on a thread of its own, so they draw nothing and
get everything they need beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from explainer.batch.report import Look, Setup, least_sure, look_of, report
from explainer.batch.rows import Row
from explainer.batch.traces import SCHEMA, traces_npz
from explainer.batch.writing import to_csv, to_jsonl
from explainer.chapters.sentences.job import Job, Run, comparison_of, summary_of
from explainer.chapters.sentences.state import settings_name
from explainer.frame import teaching
from explainer.runs import registry
from explainer.runs.gate import patiently
from explainer.translation import InputError

if TYPE_CHECKING:
    from explainer.decoding import DecodeOptions
    from explainer.engine import Translator
    from explainer.text import Text
    from explainer.translation import Translation

MOST_TRACES: Final = 5  # one has some megabytes
MIMES: Final = {
    "csv": "text/csv",
    "jsonl": "application/jsonl",
    "html": "text/html",
    "npz": "application/octet-stream",
}
PICKED: Final = "sentences_traces"
PICKED_OF: Final = "sentences_traces_of"  # session: the line that was looked at


def draw_files(text: Text, job: Job, chosen: Row) -> None:
    """The buttons, for what is translated so far."""
    if teaching.hides("downloads"):
        return
    with st.container(horizontal=True, gap="small"):
        for place, run in enumerate(job.runs):
            _tables(text, run, place, alone=len(job.runs) == 1)
        st.download_button(
            text("sentences.save_report"),
            _report(text, job),
            **_file_facts("report", "html"),
            key="sentences_report",
            icon=":material/description:",
            on_click="ignore",
        )
    st.caption(text("sentences.save_line"))
    _traces(text, job, chosen)


def _tables(text: Text, run: Run, place: int, alone: bool) -> None:
    rows = tuple(run.rows)
    which = "" if alone else f" {place + 1}"
    for kind, write in (("csv", to_csv), ("jsonl", to_jsonl)):
        names = {"csv": text("sentences.save_csv"), "jsonl": text("sentences.save_jsonl")}
        st.download_button(
            f"{names[kind]}{which}",
            _later(write, rows),
            **_file_facts(f"translations{which.strip()}", kind),
            key=f"sentences_{kind}_{place}",
            icon=":material/download:",
            on_click="ignore",
            disabled=not rows,
        )


def _file_facts(name: str, kind: str) -> Any:
    return {"file_name": f"{name}.{kind}", "mime": MIMES[kind]}


def _later(write: Callable[[Sequence[Row]], bytes], rows: Sequence[Row]) -> Callable[[], bytes]:
    return partial(write, rows)


def _report(text: Text, job: Job) -> Callable[[], bytes]:
    """Everything is read now; maps of the least sure lines are made when it is asked for."""
    first, rows = job.runs[0], tuple(job.runs[0].rows)
    summary, search = summary_of(first), first.search
    entry = registry.entry_of(search.model)
    options = search.settings.options()
    translator = registry.translator(search.model, search.version)
    setup = Setup(search.model, entry.card, options, job.name or _place(text, job))
    compared = len(job.runs) > 1 and bool(job.runs[1].rows)
    comparison = comparison_of(job) if compared else ()
    other = (
        text(
            "sentences.compared_with",
            first=settings_name(text, search),
            second=settings_name(text, job.runs[1].search),
        )
        if compared
        else ""
    )

    def make() -> bytes:
        looks: list[Look] = []
        for row in least_sure(rows):
            looked = patiently(partial(_look, translator, row, options))
            looks += [looked] if looked else []
        page = report(
            text.lang, setup, rows, summary, looks=looks, comparison=comparison, other=other
        )
        return page.encode("utf-8", "replace")

    return make


def _place(text: Text, job: Job) -> str:
    return text("sentences.example_name") if job.origin == "example" else ""


def _traces(text: Text, job: Job, chosen: Row) -> None:
    """Lines to choose by number, at first the one that is looked at."""
    run = job.runs[0]
    numbers = [row.number for row in run.rows if row.problem is None]
    if not numbers:
        return
    of = (job.number, chosen.number)
    if st.session_state.get(PICKED_OF) != of and chosen.number in numbers:
        st.session_state[PICKED] = [chosen.number]
        st.session_state[PICKED_OF] = of
    kept = [n for n in st.session_state.get(PICKED, []) if n in set(numbers)]
    st.session_state[PICKED] = kept[:MOST_TRACES]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        picked = st.multiselect(
            text("sentences.trace_lines"),
            numbers,
            key=PICKED,
            max_selections=MOST_TRACES,
            help=text("sentences.trace_help", most=MOST_TRACES),
            width=320,
            placeholder=text("sentences.trace_none"),
        )
        rows = [run.rows[number - 1] for number in picked]
        st.download_button(
            text("sentences.save_traces"),
            _npz(run, rows),
            **_file_facts("traces", "npz"),
            key="sentences_npz",
            icon=":material/download:",
            on_click="ignore",
            disabled=not rows,
        )
    with st.expander(text("sentences.schema"), key="sentences_schema"):
        st.code(SCHEMA, language=None, wrap_lines=True)


def _npz(run: Run, rows: Sequence[Row]) -> Callable[[], bytes]:
    translator = registry.translator(run.search.model, run.search.version)
    options = run.search.settings.options()

    def make() -> bytes:
        traces = [patiently(partial(_translate_traced, translator, row, options)) for row in rows]
        return patiently(lambda: traces_npz([one for one in traces if one is not None]))

    return make


def _look(translator: Translator, row: Row, options: DecodeOptions) -> Look | None:
    traced = _translate_traced(translator, row, options)
    return look_of(row, traced) if traced else None


def _translate_traced(
    translator: Translator, row: Row, options: DecodeOptions
) -> Translation | None:
    """None for a sentence too long for its trace."""
    try:
        return translator.translate(row.source, options)
    except InputError:
        return None
