"""Crash-safe, append-only file of results: it grows block by block and survives any kill.

While it grows it is called NAME.part, and NAME.state beside it says how many rows and bytes of it
are certain and what they were made with. A block is on the disk before the state says so; whoever
comes after a kill cuts off what the state does not know of and goes on. NAME itself appears in one
step when everything is done.
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
except ImportError:  # Windows: two runs with the same output are not kept apart
    fcntl = None  # type: ignore[assignment]

WRITERS = {".txt": to_text, ".csv": csv_lines, ".jsonl": to_jsonl}
AGAIN = "--overwrite begins anew"


class OutputError(ValueError):
    """Results that cannot be written or gone on with; the message says which file and why."""


@dataclass(frozen=True)
class State:
    """What is certain: `rows` in the files, which were `sizes` bytes long, made with `facts`.

    `problems` of the rows are sentences without a translation.
    """

    facts: Mapping[str, Any]
    rows: int
    problems: int
    sizes: tuple[int, ...]


class Output:
    """One run's results, a context manager: files are closed at its end, whatever happened.

    `facts` (JSON values by name) say what results are made with: a run goes on where another was
    stopped only with the same. `keep_rows` keeps full rows too, in NAME.rows, where NAME itself
    has none to make a report of.
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
        for file in self.files:
            file.close()
        self.files.clear()

    def open(self, overwrite: bool = False) -> None:
        """Begin, or go on where a run with the same facts was stopped; `rows` says where.

        Raises OutputError when NAME is there, when what is there of it was made with other facts,
        is damaged (`overwrite` begins anew in these cases) or is being written; raises OSError.
        """
        if self.path.exists() and not self.names[0].exists():
            self.tidy()  # a run that was killed while it did: all is in NAME
        if self.path.exists() and not self.state.exists() and not overwrite:
            raise OutputError(f"{self.path} exists; --overwrite replaces it when all is done")
        for name in self.names:
            self.files.append(open_unbuffered(name))
        self.lock()
        known = self.known(overwrite)
        if known is None:
            for file in self.files:
                file.truncate(0)
            if self.kind == ".csv":
                write(self.files[0], csv_header())
            self.save()
            return
        self.rows, self.problems = known.rows, known.problems
        for file, size in zip(self.files, known.sizes, strict=True):
            file.truncate(size)
            file.seek(size)

    def lock(self) -> None:
        if fcntl is not None:
            try:
                fcntl.flock(self.files[0], fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise OutputError(f"{self.names[0]}: another run is writing it") from error

    def known(self, overwrite: bool) -> State | None:
        """The state to go on from; None to begin. Raises OutputError."""
        if not self.state.exists():
            return None
        try:
            known = self.read_state()
            self.check(known)
        except OutputError:
            if overwrite:
                return None
            raise
        return known

    def read_state(self) -> State:
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

    def check(self, known: State) -> None:
        """Raises OutputError when these files cannot be gone on with."""
        facts = json.loads(json.dumps(self.facts))
        for name in [*facts, *known.facts]:
            if facts.get(name) != known.facts.get(name):
                raise OutputError(f"{self.names[0]} was begun with another {name}; {AGAIN}")
        sizes = [os.fstat(file.fileno()).st_size for file in self.files]
        if any(size < known for size, known in zip(sizes, known.sizes, strict=True)):
            raise OutputError(f"{self.names[0]}: shorter than {self.state.name} says; {AGAIN}")

    def append(self, rows: Sequence[Row]) -> list[Row]:
        """Write a block and, when it is on the disk, say so; back come rows with a problem.

        An empty line is no problem. Raises OutputError when the disk refuses.
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
        for file in self.files:
            os.fsync(file.fileno())
        sizes = tuple(file.tell() for file in self.files)
        state = State(self.facts, self.rows, self.problems, sizes)
        write_atomically(self.state, json.dumps(asdict(state), ensure_ascii=False).encode())

    def kept_rows(self) -> Iterator[Row]:
        """All rows written so far, where they are kept."""
        with self.names[self.kinds.index(".jsonl")].open("rb") as lines:
            yield from map(from_jsonl, lines)

    def finish(self) -> None:
        """Give the results their name and tidy up."""
        self.close()
        os.replace(self.names[0], self.path)
        self.tidy()

    def tidy(self) -> None:
        for name in (*self.names[1:], self.state):
            name.unlink(missing_ok=True)


def beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


def open_unbuffered(path: Path) -> BinaryIO:
    """For reading and writing, without a buffer: what was written is written."""
    path.touch()
    return path.open("r+b", buffering=0)


def write(file: BinaryIO, data: bytes) -> None:
    """All of it: a write to a nearly full disk may take less than it is given."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
