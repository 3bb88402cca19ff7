"""Crash-safe, append-only results file that can be resumed after a kill.

While it is written it is called NAME.part; NAME.state records how many rows and bytes of it are
complete and the settings of the run. A block is synced to disk before the state is updated; a
resumed run truncates anything beyond the state and continues. NAME itself appears atomically at
the end.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO

from explainer.batch.rows import Row
from explainer.batch.writing import csv_header, csv_lines, from_jsonl, to_jsonl, to_text
from explainer.model.store import write_atomically

try:
    import fcntl
except ImportError:  # Windows: no lock against two runs with the same output
    fcntl = None  # type: ignore[assignment]

WRITERS = {".txt": to_text, ".csv": csv_lines, ".jsonl": to_jsonl}
AGAIN = "--overwrite begins anew"


class OutputError(ValueError):
    """Results cannot be written or resumed; the message names the file and the reason."""


@dataclass(frozen=True)
class State:
    """Checkpoint of a run: `rows` complete in files of `sizes` bytes, made with `facts`.

    `problems` counts the rows without a translation.
    """

    facts: Mapping[str, Any]
    rows: int
    problems: int
    sizes: tuple[int, ...]


class Output:
    """Writer of one run's results; as a context manager it always closes its files.

    `facts` (JSON values by name) are the settings of the run; only a run with the same facts can
    resume it. `keep_rows` also writes complete rows to NAME.rows for the report, if the format of
    NAME does not contain them.
    """

    def __init__(self, path: Path, kind: str, facts: Mapping[str, Any], keep_rows: bool) -> None:
        self.path, self.kind, self.facts = path, kind, facts
        self.rows = self.problems = 0
        self.kinds = [kind]
        self.names = [beside(path, ".part")]
        if keep_rows and kind != ".jsonl":
            self.kinds.append(".jsonl")
            self.names.append(beside(path, ".rows"))
        self.state = beside(path, ".state")
        self.files: list[BinaryIO] = []

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the files."""
        for file in self.files:
            file.close()
        self.files.clear()

    def open(self, overwrite: bool = False) -> None:
        """Start, or resume a stopped run with the same facts after `rows` rows.

        Raises OutputError if NAME exists, or if its partial results are damaged or were made with
        other facts (unless `overwrite`), or if another run is writing it; raises OSError.
        """
        if self.path.exists() and not self.names[0].exists():
            self.tidy()  # the last run was killed while tidying up: NAME is complete
        if self.path.exists() and not self.state.exists() and not overwrite:
            raise OutputError(f"{self.path} exists; --overwrite replaces it when all is done")
        for name in self.names:
            self.files.append(open_unbuffered(name))
        self.lock()
        state = self.resumable(overwrite)
        if state is None:
            for file in self.files:
                file.truncate(0)
            if self.kind == ".csv":
                write(self.files[0], csv_header())
            self.save()
            return
        self.rows, self.problems = state.rows, state.problems
        for file, size in zip(self.files, state.sizes, strict=True):
            file.truncate(size)
            file.seek(size)

    def lock(self) -> None:
        """Lock the results file. Raises OutputError if another run holds the lock."""
        if fcntl is not None:
            try:
                fcntl.flock(self.files[0], fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise OutputError(f"{self.names[0]}: another run is writing it") from error

    def resumable(self, overwrite: bool) -> State | None:
        """Return the state to resume from; None to start from scratch. Raises OutputError."""
        if not self.state.exists():
            return None
        try:
            state = self.read_state()
            self.check(state)
        except OutputError:
            if overwrite:
                return None
            raise
        return state

    def read_state(self) -> State:
        """Read the checkpoint of the stopped run. Raises OutputError if it is damaged."""
        try:
            content = json.loads(self.state.read_bytes())
            return State(
                dict(content["facts"]),
                int(content["rows"]),
                int(content["problems"]),
                tuple(map(int, content["sizes"])),
            )
        except (ValueError, TypeError, KeyError) as error:
            raise OutputError(f"{self.state}: damaged; {AGAIN}") from error

    def check(self, state: State) -> None:
        """Raise OutputError if these files cannot be resumed from this state."""
        facts = json.loads(json.dumps(self.facts))
        for name in [*facts, *state.facts]:
            if facts.get(name) != state.facts.get(name):
                raise OutputError(f"{self.names[0]} was begun with another {name}; {AGAIN}")
        sizes = [os.fstat(file.fileno()).st_size for file in self.files]
        if any(size < least for size, least in zip(sizes, state.sizes, strict=True)):
            raise OutputError(f"{self.names[0]}: shorter than {self.state.name} says; {AGAIN}")

    def append(self, rows: Sequence[Row]) -> list[Row]:
        """Write a block, sync it, update the state; return the rows with a problem.

        An empty line is not a problem. Raises OutputError if writing fails.
        """
        problems = [row for row in rows if row.problem not in (None, "empty")]
        try:
            for file, kind in zip(self.files, self.kinds, strict=True):
                write(file, WRITERS[kind](rows))
            self.rows += len(rows)
            self.problems += len(problems)
            self.save()
        except OSError as error:
            raise OutputError(
                f"{self.path}: {error.strerror}; the same command goes on where this one stopped"
            ) from error
        return problems

    def save(self) -> None:
        """Sync the files to disk, then update the checkpoint."""
        for file in self.files:
            os.fsync(file.fileno())
        sizes = tuple(file.tell() for file in self.files)
        state = State(self.facts, self.rows, self.problems, sizes)
        write_atomically(self.state, json.dumps(asdict(state), ensure_ascii=False).encode())

    def saved_rows(self) -> Iterator[Row]:
        """Yield all rows saved so far; requires `keep_rows`."""
        with self.names[self.kinds.index(".jsonl")].open("rb") as lines:
            yield from map(from_jsonl, lines)

    def finish(self) -> None:
        """Rename the results to their final name and remove the temporary files."""
        self.close()
        os.replace(self.names[0], self.path)
        self.tidy()

    def tidy(self) -> None:
        """Remove the temporary files."""
        for name in (*self.names[1:], self.state):
            name.unlink(missing_ok=True)


def beside(path: Path, suffix: str) -> Path:
    """Return the path with a suffix appended to its name."""
    return path.with_name(path.name + suffix)


def open_unbuffered(path: Path) -> BinaryIO:
    """Open for reading and writing, unbuffered; create the file if needed."""
    path.touch()
    return path.open("r+b", buffering=0)


def write(file: BinaryIO, data: bytes) -> None:
    """Write all of the data: a write to a nearly full disk may be partial."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
