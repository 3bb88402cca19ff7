"""Results on disk: nothing is lost or doubled, whatever the moment of the kill."""

import contextlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from explainer.batch import output
from explainer.batch.output import Output, OutputError
from explainer.batch.rows import Row
from explainer.batch.writing import to_csv, to_jsonl, to_text
from explainer.model import store

ROWS = [Row(n, f"원문 {n}", None, f"text {n}") for n in range(1, 8)]
ROWS[2] = Row(3, "☃", None, "", problem="no_known_tokens")
ROWS[3] = Row(4, "", None, "", problem="empty")
BLOCKS = [ROWS[0:3], ROWS[3:6], ROWS[6:7]]
WHOLE = {".txt": to_text, ".csv": to_csv, ".jsonl": to_jsonl}
FACTS = {"model": "tiny", "search": {"width": 4}}


class Killed(BaseException):
    """Stands for SIGKILL: no handler of ours catches it."""


def run(
    path: Path, facts: object = FACTS, overwrite: bool = False, keep_rows: bool = True
) -> Output:
    with Output(path, path.suffix, facts, keep_rows) as out:  # type: ignore[arg-type]
        out.open(overwrite)
        for block in BLOCKS:
            if block[0].number > out.rows:
                out.append(block)
        assert [row.number for row in out.saved_rows()] == list(range(1, 8)) if keep_rows else True
        out.finish()
    return out


def steps(monkeypatch: pytest.MonkeyPatch, at: int) -> Callable[[], int]:
    """Everything that touches the disk is counted; number `at` of them is the last one."""
    count = 0

    def step() -> None:
        nonlocal count
        count += 1
        if count == at:
            raise Killed

    def half(file: object, data: bytes) -> None:
        file.write(data[: len(data) // 2])  # type: ignore[attr-defined]
        step()
        file.write(data[len(data) // 2 :])  # type: ignore[attr-defined]
        step()

    def around(real: Callable[..., object], after: bool = True) -> Callable[..., object]:
        def wrapped(*arguments: object, **more: object) -> object:
            step()
            result = real(*arguments, **more)
            if after:
                step()
            return result

        return wrapped

    monkeypatch.setattr(output, "write", half)
    monkeypatch.setattr(output, "write_atomically", around(store.write_atomically))
    monkeypatch.setattr(os, "replace", around(os.replace))
    monkeypatch.setattr(Path, "unlink", around(Path.unlink))
    monkeypatch.setattr(output, "open_unbuffered", around(output.open_unbuffered, after=False))
    return lambda: count


@pytest.mark.parametrize("kind", sorted(WHOLE))
def test_a_kill_at_any_moment(tmp_path: Path, kind: str) -> None:
    """After each single operation on the disk, then once more, then to the end."""
    with pytest.MonkeyPatch.context() as patch:
        counted = steps(patch, -1)
        done = run(tmp_path / f"all{kind}")
        total = counted()
    assert (done.rows, done.problems) == (7, 1)
    assert total > 20
    for at in range(1, total + 1):
        path = tmp_path / f"out{at}{kind}"
        for again in (at, max(1, at // 2)):
            with pytest.MonkeyPatch.context() as patch:
                steps(patch, again)
                with contextlib.suppress(Killed, OutputError):
                    run(path)
        if path.exists():  # complete already: it says so and leaves it alone
            with pytest.raises(OutputError, match="exists"):
                run(path)
        else:
            run(path)
        assert path.read_bytes() == WHOLE[kind](ROWS), at
    left = {p.suffix for p in tmp_path.iterdir()}
    assert left == {kind}, left


def test_a_finished_output_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("mine\n")
    with pytest.raises(OutputError, match="exists"):
        run(path)
    assert path.read_text() == "mine\n" and len(list(tmp_path.iterdir())) == 1
    run(path, overwrite=True)
    assert path.read_bytes() == to_text(ROWS)


def begun(path: Path, facts: object = FACTS) -> None:
    with Output(path, path.suffix, facts, False) as out:  # type: ignore[arg-type]
        out.open()
        out.append(BLOCKS[0])


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({**FACTS, "model": "other"}, "another model"),
        ({**FACTS, "search": {"width": 5}}, "another search"),
        ({**FACTS, "new": 1}, "another new"),
        ({"model": "tiny"}, "another search"),
    ],
)
def test_other_facts_are_refused_and_named(tmp_path: Path, facts: object, word: str) -> None:
    path = tmp_path / "out.txt"
    begun(path)
    before = (tmp_path / "out.txt.part").read_bytes()
    with pytest.raises(OutputError, match=word):
        run(path, facts, keep_rows=False)
    assert (tmp_path / "out.txt.part").read_bytes() == before
    run(path, facts, overwrite=True, keep_rows=False)
    assert path.read_bytes() == to_text(ROWS)


def test_overwrite_goes_on_where_facts_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    with Output(path, ".txt", FACTS, False) as out:
        out.open(overwrite=True)
        out.append(BLOCKS[0])
    assert path.read_text() == "old"  # until all is done
    with Output(path, ".txt", FACTS, False) as out:
        out.open(overwrite=True)
        assert (out.rows, out.problems) == (3, 1)


@pytest.mark.parametrize(
    "state", [b"", b"[]", b"{", b"{}", b'{"facts": 1, "rows": 1, "problems": 0, "sizes": [1]}']
)
def test_a_damaged_state_is_named(tmp_path: Path, state: bytes) -> None:
    path = tmp_path / "out.txt"
    begun(path)
    (tmp_path / "out.txt.state").write_bytes(state)
    with pytest.raises(OutputError, match=r"out\.txt\.state: damaged"):
        run(path, keep_rows=False)
    run(path, overwrite=True, keep_rows=False)
    assert path.read_bytes() == to_text(ROWS)


def test_a_shortened_part_is_named(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    begun(path)
    os.truncate(tmp_path / "out.txt.part", 3)
    with pytest.raises(OutputError, match="shorter"):
        run(path, keep_rows=False)


def test_two_runs_at_once_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with Output(path, ".txt", FACTS, False) as out:
        out.open()
        out.append(BLOCKS[0])
        with pytest.raises(OutputError, match="another run"):
            run(path, keep_rows=False)
        out.append(BLOCKS[1])
    assert json.loads((tmp_path / "out.txt.state").read_text())["rows"] == 6


def test_a_disk_that_takes_little_at_a_time(tmp_path: Path) -> None:
    class Slow:
        def __init__(self) -> None:
            self.found = b""

        def write(self, data: memoryview) -> int:
            self.found += bytes(data[:3])
            return min(3, len(data))

    slow = Slow()
    output.write(slow, b"0123456789")  # type: ignore[arg-type]
    assert slow.found == b"0123456789"


def test_what_the_state_does_not_know_of_is_cut_off(tmp_path: Path) -> None:
    """After a power cut the end of a file may hold anything."""
    path = tmp_path / "out.txt"
    begun(path)
    with (tmp_path / "out.txt.part").open("ab") as file:
        file.write(b"\0" * 5000)
    run(path, keep_rows=False)
    assert path.read_bytes() == to_text(ROWS)


def test_a_block_is_on_the_disk_before_the_state_says_so(tmp_path, monkeypatch):
    done: list[str] = []
    flush, save = os.fsync, store.write_atomically

    def flushed(file: int) -> None:
        done.append("flush")
        flush(file)

    def saved(path: Path, data: bytes) -> None:
        done.append("state")
        save(path, data)

    monkeypatch.setattr(os, "fsync", flushed)
    monkeypatch.setattr(output, "write_atomically", saved)
    begun(tmp_path / "out.txt")
    assert done == ["flush", "state", "flush"] * 2  # the last one is the state's own
