"""`translate --input --output`: the app's translations, one line for every mistake, and stops."""

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from explainer import __main__ as program
from explainer.batch import command
from explainer.batch.output import Output
from explainer.batch.reading import Pair, read_file
from explainer.batch.rows import Row, translate_rows
from explainer.batch.writing import to_csv, to_jsonl, to_text
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from tests.in_process import full_disk

Run = Callable[..., tuple[int, str]]
BEAM = DecodeOptions(width=2, n_best=1)
GREEDY = DecodeOptions(method="greedy", width=1, n_best=1)
LONG = 160  # sentences


@pytest.fixture
def run(
    models_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """`run(*arguments)`: exit status, and what was said on standard error."""
    monkeypatch.setenv("EXPLAINER_PRETRAINED", str(models_folder))

    def called(*arguments: object) -> tuple[int, str]:
        words = ["explainer", "translate", "ko-toy", "--beam", "2", *map(str, arguments)]
        monkeypatch.setattr(sys, "argv", words)
        status = program.main()
        return status, capsys.readouterr().err

    return called


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, pairs: list[Pair]) -> Path:
    path = tmp_path_factory.mktemp("table") / "in.tsv"
    lines = (f"{p.reference or ''}\t{p.source}" for p in pairs[:24])
    path.write_text("en\tko\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def in_the_app(tiny: Translator, table: Path) -> list[Row]:
    """The same file by the way an upload takes."""
    sheet = read_file(table.name, table.read_bytes())
    uploaded = sheet.pairs(*sheet.suggested("ko", "en"))
    return [row for block in translate_rows(tiny, uploaded, BEAM, block=7) for row in block]


def test_a_file_gives_what_the_app_gives(run, table, in_the_app, tmp_path):
    for name, write in (("o.csv", to_csv), ("o.jsonl", to_jsonl), ("o.txt", to_text)):
        status, said = run("--input", table, "--output", tmp_path / name)
        assert status == 1  # two sentences have no translation and are named
        assert said.splitlines() == ["row 21: no_known_tokens", "row 22: too_long_tokens"]
        assert (tmp_path / name).read_bytes() == write(in_the_app)
    assert {p.name for p in tmp_path.iterdir()} == {"o.csv", "o.jsonl", "o.txt"}


def test_report(run: Run, table: Path, tmp_path: Path) -> None:
    report = tmp_path / "r.html"
    run("--input", table, "--output", tmp_path / "o.txt", "--report", report, "--lang", "ko")
    text = report.read_text(encoding="utf-8")
    assert '<html lang="ko"' in text and "nrefs:1|case:mixed" in text
    assert "선생님은 질문에 천천히 대답하셨다." in text
    assert {p.name for p in tmp_path.iterdir()} == {"o.txt", "r.html"}


def test_json_and_columns(run: Run, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "o"
    status, _ = run("--input", table, "--output", out, "--json", "--source-column", "en")
    first = json.loads(out.read_text(encoding="utf-8").splitlines()[0])
    assert first["source"] == "On rainy days I read books at home." and status == 0


def test_every_mistake_is_one_line(run: Run, table: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"a\n\xff\n")
    there = tmp_path / "there.txt"
    there.write_text("mine")
    out = tmp_path / "o.txt"
    mistakes: list[tuple[list[object], str]] = [
        (["--input", tmp_path / "no.txt", "--output", out], "no.txt: no such file"),
        (["--input", bad, "--output", out], "bad.txt, line 2: not UTF-8"),
        (["--input", table, "--output", tmp_path / "no" / "o.txt"], "no such folder"),
        (["--input", table, "--output", table], "--input and --output are the same file"),
        (["--input", bad, "--output", out, "--report", out], "--output and --report are the same"),
        (["--input", bad, "--output", out, "--report", tmp_path], "is a folder"),
        (["--input", table, "--output", tmp_path / "o.xlsx"], "must end in .txt, .csv, .jsonl"),
        (["--input", table, "--output", there], "there.txt exists"),
        (["--input", table, "--output", out, "--source-column", "de"], "no column 'de'"),
        (["--input", table], "needs --input and --output"),
        (["--output", out], "needs --input and --output"),
        (["--input", table, "--output", out, "--workers", "0"], "--workers"),
        (["--input", table, "--output", out, "--beam", "9"], "width"),
    ]
    for arguments, words in mistakes:
        status, said = run(*arguments)
        assert status == 2 and said.count("\n") == 1, said
        assert said.startswith("error: ") and words in said, said
    assert {p.name for p in tmp_path.iterdir()} == {"bad.txt", "there.txt"}
    assert there.read_text() == "mine"


def test_a_folder_that_takes_no_file(run: Run, table: Path) -> None:
    status, said = run("--input", table, "--output", "/proc/o.txt")
    assert status == 2 and said.count("\n") == 1 and said.startswith("error: /proc/o.txt.part: ")


def test_many_problems_are_counted_and_empty_lines_are_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text("☃\n\n" * 30, encoding="utf-8")
    status, said = run("--input", path, "--output", tmp_path / "o.txt")
    assert status == 1 and len(said.splitlines()) == command.NAMED + 1
    assert said.splitlines()[-1] == "30 rows without a translation in all"


def test_rows_of_a_report_are_drawn_evenly() -> None:
    rows = [Row(n, "", None, "") for n in range(1, 5001)]
    some = command.sample_rows(iter(rows), 200)
    numbers = [row.number for row in some]
    assert len(set(numbers)) == 200 and numbers == sorted(numbers)
    assert 2000 < sum(numbers) / 200 < 3000
    assert command.sample_rows(iter(rows), 200) == some
    assert command.sample_rows(iter(rows[:200]), 200) == rows[:200]


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory, pairs: list[Pair]) -> Path:
    """Two groups of sentences and a part of a third."""
    path = tmp_path_factory.mktemp("long") / "in.txt"
    good = [p.source for p in pairs if p.source and p.source[0] != "\u2603" and len(p.source) < 99]
    path.write_text("".join(f"{n} {good[n % len(good)]}\n" for n in range(LONG)), encoding="utf-8")
    return path


def test_stopped_and_started_again(run, long, tiny, tmp_path, monkeypatch):
    """Twice, after a block; then to the end. A kill at any moment: test_output.py."""
    out, part = tmp_path / "o.csv", tmp_path / "o.csv.part"
    arguments = ("--input", long, "--output", out, "--beam", "1")
    with monkeypatch.context() as patch:
        patch.setattr(command, "write_rows", stopped_after_a_block)
        for _ in range(2):
            assert run(*arguments)[0] == 130 and not out.exists()
    assert b"\r\n1," in part.read_bytes()
    assert run(*arguments) == (0, "")
    lines = [Pair(line) for line in long.read_text(encoding="utf-8").splitlines()]
    whole = [row for block in translate_rows(tiny, lines, GREEDY) for row in block]
    assert out.read_bytes() == to_csv(whole)
    assert [p.name for p in tmp_path.iterdir()] == ["o.csv"]


def test_a_full_disk_is_one_line_and_nothing_is_lost(run: Run, long: Path, tmp_path: Path) -> None:
    out = tmp_path / "o.jsonl"
    with full_disk(50_000):
        status, said = run("--input", long, "--output", out, "--beam", "1")
    assert status == 2 and said.count("\n") == 1, said
    assert "o.jsonl: File too large; the same command goes on" in said
    state = json.loads((tmp_path / "o.jsonl.state").read_text())
    assert 0 < state["rows"] < LONG
    assert run("--input", long, "--output", out, "--beam", "1") == (0, "")
    numbers = [json.loads(line)["number"] for line in out.read_text("utf-8").splitlines()]
    assert numbers == list(range(1, LONG + 1))


def test_another_input_is_refused(run, long, tiny, tmp_path, monkeypatch):
    path = tmp_path / "in.txt"
    path.write_text("비가 온다.\n", encoding="utf-8")
    out = tmp_path / "o.txt"
    with monkeypatch.context() as patch:
        patch.setattr(command, "write_rows", interrupted)
        status, said = run("--input", path, "--output", out)
        assert status == 130 and said == "stopped; the same command goes on from here\n"
    path.write_text("비가 온다!\n", encoding="utf-8")
    status, said = run("--input", path, "--output", out)
    assert status == 2 and "begun with another input; --overwrite" in said
    assert run("--input", path, "--output", out, "--overwrite")[0] == 0
    assert out.read_text(encoding="utf-8").count("\n") == 1


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


def stopped_after_a_block(output: Output, blocks: Iterable[tuple[Row, ...]], total: int) -> None:
    output.append(next(iter(blocks)))
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("name", "begun", "resumed", "another"),
    [
        ("in.txt", ["--json"], [], "output format"),
        ("in.txt", [], ["--json"], "output format"),
        ("in.csv", ["--source-column", "x"], ["--source-column", "1"], "way to read the input"),
        ("in.csv", ["--source-column", "1"], ["--source-column", "2"], "choice of columns"),
        ("in.txt", ["--report", "r.html"], [], "choice of reports"),
        ("in.txt", ["--beam", "1"], [], "search"),
    ],
)
def test_a_run_is_gone_on_with_only_in_the_same_way(
    run, tmp_path, monkeypatch, name, begun, resumed, another
):
    """Else one file would hold rows of two kinds."""
    monkeypatch.chdir(tmp_path)
    lines = "x,y\n" + "비가 온다.,책을 읽는다.\n" * 2
    Path(name).write_text(lines, encoding="utf-8")
    paths = ("--input", name, "--output", "j.csv")
    with monkeypatch.context() as patch:
        patch.setattr(command, "write_rows", stopped_after_a_block)
        assert run(*paths, *begun)[0] == 130
    part = Path("j.csv.part").read_bytes()
    assert run(*paths, *resumed) == (
        2,
        f"error: j.csv.part was begun with another {another}; --overwrite begins anew\n",
    )
    assert Path("j.csv.part").read_bytes() == part
    monkeypatch.setattr(command, "write_rows", interrupted)
    assert run(*paths, *begun)[0] == 130  # the same way still may
