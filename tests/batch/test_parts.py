"""Work in parts, done anywhere in any order, is the work done in one go."""

import os
import random
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from explainer.batch import parts as parts_module
from explainer.batch import rows as rows_module
from explainer.batch import source as source_module
from explainer.batch.parts import Part, parts_from, reorder, translate_part, translate_serially
from explainer.batch.reading import Pair
from explainer.batch.rows import Row
from explainer.batch.source import scan_source
from explainer.batch.spread import SpreadError, Task, Worker, rows_of, with_ray
from explainer.batch.writing import to_csv
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from tests.conftest import SENTENCES

FEW = DecodeOptions(width=2, n_best=1, max_length=10)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups of 4 rows, parts of 8."""
    monkeypatch.setattr(rows_module, "GROUP", 4)
    for module in (parts_module, source_module):
        monkeypatch.setattr(module, "PART", 8)


@pytest.fixture
def task(tmp_path: Path, models_folder: Path, pairs: list[Pair], small: None) -> Task:
    path = tmp_path / "in.tsv"
    path.write_text(
        "".join(f"{p.source or '?'}\t{p.reference or ''}\n" for p in pairs), encoding="utf-8"
    )
    return Task(models_folder / "ko-toy", scan_source(path, ("ko", "en")), FEW)


def test_parts_cover_what_is_left(small: None) -> None:
    assert parts_from(0, 20) == [Part(0), Part(1), Part(2)]
    assert parts_from(8, 20) == [Part(1), Part(2)]
    assert parts_from(12, 20) == [Part(1, 4), Part(2)]
    assert parts_from(20, 20) == parts_from(0, 0) == []
    assert parts_from(16, 16) == []


def test_parts_of_several_workers_put_together_are_one_run(task: Task, tiny: Translator) -> None:
    """As the engine does it, without the engine: two workers, parts in no order, JSON between."""
    alone = [row for block in translate_serially(tiny, task.source, FEW, 0) for row in block]
    assert [row.number for row in alone] == list(range(1, 46))
    workers = [Worker(task), Worker(task)]
    for done in (0, 8, 20):
        items = [{"index": p.index, "skip": p.skip} for p in parts_from(done, 45)]
        random.Random(done).shuffle(items)
        found = [workers[i % 2](item) for i, item in enumerate(items)]
        blocks = reorder(((f["first"], rows_of(f["rows"])) for f in found), done + 1)
        rest = [row for block in blocks for row in block]
        assert to_csv(rest) == to_csv(alone[done:])


def test_a_part_begins_with_its_own_rows(task: Task, tiny: Translator) -> None:
    (first, *_), *_ = translate_part(tiny, task.source, Part(2, 4), FEW)
    assert first.number == 2 * 8 + 4 + 1
    assert first.source == task.source.pairs(2)[4].source


def block(first: int, size: int = 2) -> tuple[int, tuple[Row, ...]]:
    return first, tuple(Row(first + i, "", None, "") for i in range(size))


def test_blocks_are_put_in_order_as_soon_as_possible() -> None:
    asked: list[int] = []

    def found() -> object:
        for b in (block(5), block(3), block(1, 2), block(9), block(7)):
            asked.append(b[0])
            yield b

    ordered = reorder(found(), 1)  # type: ignore[arg-type]
    assert next(ordered)[0].number == 1 and asked == [5, 3, 1]
    assert [rows[0].number for rows in ordered] == [3, 5, 7, 9]


def test_missing_and_doubled_blocks_are_noticed():
    for blocks, word in (
        ([block(1), block(5)], "3 on are missing"),
        ([block(1), block(1)], "1 on came twice"),
        ([block(3), block(3)], "3 on came twice"),
    ):
        with pytest.raises(ValueError, match=word):
            list(reorder(blocks, 1))


@pytest.mark.skipif(find_spec("ray") is not None, reason="ray is installed")
def test_without_ray_it_says_how_to_get_it(task: Task) -> None:
    with pytest.raises(SpreadError, match=r"tests/batch/requirements\.txt"):
        list(with_ray(task, 0, 2))


# 2026-11-21: Ray is an optional dependency of 240 MB that CI need not install; without it the test
# above runs instead, and the one of parts and order.
@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="ray[data] is not installed (optional)")
def test_two_workers_of_ray_write_the_same_file(tmp_path: Path, tiny_model_folder: Path) -> None:
    path = tmp_path / "in.txt"
    lines = [f"{n}번 {SENTENCES[n % len(SENTENCES)]}" for n in range(1100)]  # three parts
    path.write_text("\n".join(lines), encoding="utf-8")

    def run(name: str, more: str = "") -> bytes:
        told = f"{tiny_model_folder.name} --beam 1 --input {path} --output {tmp_path / name} {more}"
        subprocess.run(
            [sys.executable, "-m", "explainer", "translate", *told.split()],
            env={**os.environ, "EXPLAINER_PRETRAINED": str(tiny_model_folder.parent)},
            check=True,
            timeout=1200,
        )
        return (tmp_path / name).read_bytes()

    assert run("two.csv", "--workers 2") == run("one.csv")
