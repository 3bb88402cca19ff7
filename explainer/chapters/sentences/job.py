"""A batch job in the session: lines and their translations, block by block.

A `Job` is plain data in the session, so it outlives a change of the page and a lost connection.
Nothing here draws.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final, Literal

import streamlit as st

from explainer import installed
from explainer.batch.reading import Pair
from explainer.batch.rows import Row, translate_rows
from explainer.batch.summary import Summary, summarise
from explainer.data.sentences import example_pairs
from explainer.frame.params import Settings
from explainer.runs import registry
from explainer.runs.computed import computed
from explainer.runs.gate import GATE, permit

Origin = Literal["example", "paste", "file"]

OWN: Final = "sentences_job"  # session: the reader's lines
EXAMPLE: Final = "sentences_example"  # session: ours
# At the model in one go, when nobody else waits; and after so many lines, or characters, it is
# looked who waits. More lines at once are no faster.
SECONDS = 0.5
LINES = 16
CHARACTERS: Final = 1_000

_adding = threading.Lock()


@dataclass(frozen=True)
class Search:
    """Model, version and search settings of a job."""

    model: str
    version: str
    settings: Settings

    @property
    def target(self) -> str:
        """The model's target language, "" if it is no longer installed."""
        model = installed.working().get(self.model)
        return str(model.card["target"]) if model else ""


@dataclass
class Run:
    """One translation of all lines, as far as done."""

    search: Search
    rows: list[Row] = field(default_factory=list)
    seconds: float = 0.0  # spent so far
    summary: tuple[int, Summary] | None = None  # of so many rows


@dataclass
class Job:
    """The lines of a file, of the text field or of the example.

    `number` tells jobs of a session apart; `working`: the next block is to be translated.
    """

    origin: Origin
    name: str
    pairs: tuple[Pair, ...]
    run: Run
    number: int
    working: bool = False
    waits: bool = False  # the last try found no place at the model

    @property
    def open_run(self) -> Run | None:
        """The unfinished run, if any."""
        return self.run if len(self.run.rows) < len(self.pairs) else None

    @property
    def seconds_left(self) -> float | None:
        """Estimated remaining seconds; None before anything is done."""
        run = self.open_run
        if run is None or not run.rows:
            return None
        return run.seconds / len(run.rows) * (len(self.pairs) - len(run.rows))


def own_job() -> Job | None:
    """Return the job of the user's own lines, if any."""
    job: Job | None = st.session_state.get(OWN)
    return job


def start(origin: Origin, name: str, pairs: Sequence[Pair], search: Search) -> None:
    """Start a job with new lines; for callbacks."""
    last = own_job()
    number = last.number + 1 if last else 1
    st.session_state[OWN] = Job(origin, name, tuple(pairs), Run(search), number, working=True)


def stop(job: Job) -> None:
    job.working = False


def resume(job: Job) -> None:
    job.working = True


def step(job: Job) -> None:
    """Translate the next block of the open run. Raises Busy and CheckpointError.

    The starting row is read at the model: an abandoned run of the page may still be translating,
    and its rows count.
    """
    run = job.open_run
    if run is None:
        job.working = False
        return
    translator = registry.translator(run.search.model, run.search.version)
    options = run.search.settings.options()
    with permit():
        begun, first = time.monotonic(), len(run.rows)
        rows: list[Row] = []
        while pairs := next_block(job.pairs[first + len(rows) :]):
            number = first + len(rows) + 1
            for block in translate_rows(translator, pairs, options, first=number):
                rows += block
            spent = time.monotonic() - begun
            if spent >= SECONDS or GATE.counts()[1]:
                break
    with _adding:
        if len(run.rows) == first and rows:
            run.rows += rows
            run.seconds += spent
    job.waits = False
    job.working = job.working and job.open_run is not None


def next_block(pairs: Sequence[Pair]) -> Sequence[Pair]:
    """Return the first lines: at most LINES, fewer if long, at least one."""
    characters = accumulate(len(pair.source) for pair in pairs[:LINES])
    return pairs[: max(1, sum(total <= CHARACTERS for total in characters))]


def example_job(search: Search, source: str) -> Job:
    """Return the translated example. Raises Busy and CheckpointError; `pairs` may be empty."""
    job: Job | None = st.session_state.get(EXAMPLE)
    if job is None or job.run.search != search:
        pairs = tuple(Pair(*pair) for pair in example_pairs(source, search.target))
        run = Run(search)
        if pairs:
            rows, summary = _example(search.model, search.version, search.settings)
            run = Run(search, list(rows), summary=(len(rows), summary))
        number = job.number - 1 if job else 0  # below 0: no job of the reader's has it
        job = Job("example", "", pairs, run, number)
        st.session_state[EXAMPLE] = job
    return job


@computed(max_entries=32)
def _example(name: str, version: str, settings: Settings) -> tuple[tuple[Row, ...], Summary]:
    model = registry.translator(name, version)
    source, target = str(model.card["source"]), str(model.card["target"])
    pairs = [Pair(*pair) for pair in example_pairs(source, target)]
    blocks = translate_rows(model, pairs, settings.options())
    rows = tuple(row for block in blocks for row in block)
    return rows, summarise(rows, target)


def summary_of(run: Run) -> Summary:
    """Return corpus scores of the rows so far, cached until there are more."""
    if run.summary is None or run.summary[0] != len(run.rows):
        run.summary = len(run.rows), summarise(run.rows, run.search.target or "en")
    return run.summary[1]
