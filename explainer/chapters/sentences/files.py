"""Downloads of the table and the report, generated on demand.

Streamlit runs the buttons' functions on another thread, so they draw nothing and get all they need
beforehand.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from explainer import installed
from explainer.batch.report import RowMap, Setup, least_sure, report, row_map
from explainer.batch.rows import Row
from explainer.batch.writing import to_csv
from explainer.chapters.sentences.job import Job, summary_of
from explainer.frame import downloads, teaching
from explainer.runs import registry
from explainer.runs.gate import retry_when_busy
from explainer.translation import InputError

if TYPE_CHECKING:
    from explainer.decoding import DecodeOptions
    from explainer.engine import Translator
    from explainer.text import Text


def draw_files(text: Text, job: Job) -> None:
    """Draw download buttons for what is translated so far."""
    if teaching.hides("downloads"):
        return
    with st.container(horizontal=True, gap="small"):
        downloads.button(
            text("sentences.save_csv"),
            partial(to_csv, tuple(job.run.rows)),
            file_name="translations.csv",
            mime="text/csv",
            key="sentences_csv",
            icon=":material/download:",
        )
        downloads.button(
            text("sentences.save_report"),
            _report(text, job),
            file_name="report.html",
            mime="text/html",
            key="sentences_report",
            icon=":material/description:",
        )


def _report(text: Text, job: Job) -> Callable[[], bytes]:
    """Return a function that renders the report; its inputs are read now."""
    rows, summary, search = tuple(job.run.rows), summary_of(job.run), job.run.search
    entry = installed.entry_of(search.model)
    options = search.settings.options()
    translator = registry.translator(search.model, search.version)
    setup = Setup(search.model, entry.card, options, job.name or _place(text, job))

    def make() -> bytes:
        looks: list[RowMap] = []
        for row in least_sure(rows):
            looked = retry_when_busy(partial(_look, translator, row, options))
            looks += [looked] if looked else []
        page = report(text.lang, setup, rows, summary, looks=looks)
        return page.encode("utf-8", "replace")

    return make


def _place(text: Text, job: Job) -> str:
    return text("sentences.example_name") if job.origin == "example" else ""


def _look(translator: Translator, row: Row, options: DecodeOptions) -> RowMap | None:
    """Return the attention map of a row; None if the sentence is too long."""
    try:
        return row_map(row, translator.translate(row.source, options))
    except InputError:
        return None
