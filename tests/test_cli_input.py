"""What the command line is given: sentences on standard input, arguments, folders of models."""

import io
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from explainer import __main__ as program
from explainer.batch.source import MAX_LINE

Run = Callable[..., tuple[int, str, str]]
MARK = b"\xef\xbb\xbf"
LINES = "비가 온다.\n책을 읽는다.\n".encode()


@pytest.fixture
def pretrained(tiny_model_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of models, with one in it that works: "tiny"."""
    folder = tmp_path / "pretrained"
    shutil.copytree(tiny_model_folder, folder / "tiny")
    monkeypatch.setenv("EXPLAINER_PRETRAINED", str(folder))
    return folder


@pytest.fixture
def run(
    pretrained: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """`run(*arguments, given=bytes)`: exit status, standard output and standard error."""

    def called(*arguments: object, given: bytes | io.BytesIO = b"") -> tuple[int, str, str]:
        stream = io.BytesIO(given) if isinstance(given, bytes) else given
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
        monkeypatch.setattr(sys, "argv", ["explainer", *map(str, arguments)])
        status = program.main()
        return status, *capsys.readouterr()

    return called


def translated(run: Run, given: bytes | io.BytesIO, *arguments: object) -> tuple[int, str, str]:
    return run("translate", "tiny", "--beam", "1", *arguments, given=given)


def test_lines_before_one_that_is_not_utf8_are_translated(run: Run) -> None:
    good = translated(run, LINES)
    assert good[0] == 0 and good[1].count("\n") == 2
    assert translated(run, LINES + b"\xff\n" + LINES) == (
        2,
        good[1],
        "error: standard input, line 3: not UTF-8 (byte 1)\n",
    )


def test_a_line_without_end_is_not_read_to_its_end(run: Run) -> None:
    given = io.BytesIO(LINES + b"a" * (3 * MAX_LINE))
    status, out, said = translated(run, given)
    assert (status, out.count("\n")) == (2, 2)
    assert said == f"error: standard input, line 3: longer than {MAX_LINE:,} bytes\n"
    assert given.tell() == len(LINES) + MAX_LINE + 1


def test_lines_that_are_long_together_are_no_block() -> None:
    """Half a gigabyte would be held at once."""
    line = "가" * (MAX_LINE // 8)
    blocks = program.blocks(io.BytesIO(f"{line}\n".encode() * 20), 512)
    assert [len(block) for block in blocks] == [8, 8, 4]


def test_a_byte_order_mark_is_no_part_of_the_first_sentence(run: Run) -> None:
    assert translated(run, MARK + LINES, "--json") == translated(run, LINES, "--json")


@pytest.mark.parametrize("encoding", ["utf-16", "cp949"])
def test_an_encoding_that_the_page_can_tell_is_read(run: Run, encoding: str) -> None:
    """PowerShell 5.1 writes UTF-16, Excel in Korea CP949."""
    text = "It rains.\n비가 온다.\r\n책을 읽는다.\n"
    found = translated(run, text.encode(encoding), "--json")
    assert found == translated(run, text.encode(), "--json") and found[1].count("\n") == 3


def test_an_encoding_that_cannot_be_told_has_to_be_said(run: Run) -> None:
    given = "東京大学\n".encode("euc_jp")
    status, out, said = translated(run, given)
    assert (status, out, said.count("\n")) == (2, "", 1)
    assert "standard input, line 1: not UTF-8 (byte 1); --encoding tells what it is in: " in said
    assert "euc_jp (東京大学)" in said
    told = translated(run, given, "--json", "--encoding", "euc_jp")
    assert json.loads(told[1])["source"] == "東京大学"


def test_a_carriage_return_ends_a_line_and_a_zero_is_no_text(run: Run) -> None:
    """As on the page."""
    assert translated(run, "비가 온다.\r책을 읽는다.\r".encode()) == translated(run, LINES)
    good = translated(run, LINES)
    status, out, said = translated(run, LINES + b"a\0b\n")
    assert (status, out) == (2, good[1]) and "line 3: not text: it has zeros in it" in said


def test_columns_on_standard_input_are_named_once(run: Run) -> None:
    given = "비가 온다.\tIt rains.\n책을 읽는다.\tI read.\n".encode()
    said = translated(run, given)[2].splitlines()
    assert said == ["line 1: a tab; all of it is one sentence (--input takes columns)"]
    assert translated(run, b"\t" + LINES)[2] == ""


def scored(run: Run, path: Path, data: bytes, *more: object) -> tuple[int, str, str]:
    path.write_bytes(data)
    return run("evaluate", "tiny", "--beam", "1", "--data", path, *more)


PAIRS = "비가 온다.\tIt is raining.\n책을 읽는다.\tI read a book.\n"


def test_what_cannot_be_scored_is_named_and_left_out(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv"
    plain = scored(run, path, PAIRS.encode())
    first, second = PAIRS.splitlines()
    odd = f"원문\t번역\n\n{first}\n차를 마신다.\t \n{second}\n\n"
    status, out, said = scored(run, path, odd.encode())
    assert (status, out) == plain[:2] and "2 sentences" in out
    assert said.splitlines() == [
        f"{path}, line 1: names of columns, not scored",
        f"{path}, line 4: no reference, not scored",
    ]
    nothing = scored(run, path, b"source\ttarget\n")
    assert nothing[0] == 2 and nothing[2].endswith("pairs.tsv: no row with a reference\n")


def test_one_of_several_references_may_be_missing(run: Run, tmp_path: Path) -> None:
    rows = [line.split("\t") for line in PAIRS.splitlines()]
    data = f"{rows[0][0]}\t\t{rows[0][1]}\n{rows[1][0]}\t{rows[1][1]}\t\n"
    plain, several = (scored(run, tmp_path / "a.tsv", text.encode()) for text in (PAIRS, data))
    numbers = [[line.split()[1] for line in out.splitlines()[:2]] for _, out, _ in (plain, several)]
    assert numbers[0] == numbers[1] and "nrefs:1" in several[1]


def test_a_score_that_13a_cannot_make_says_so(run: Run, pretrained: Path, tmp_path: Path) -> None:
    """A language that nobody here knows, in letters without spaces; Chinese has its own cut."""
    path = pretrained / "tiny" / "config.json"
    card = json.loads(path.read_text("utf-8"))
    data = "비가 온다.\t正在下雨。\n".encode()
    for language, words in (("qq", "BLEU: 13a cannot cut qq"), ("zh", ""), ("ja", "")):
        path.write_text(json.dumps({**card, "target": language}), "utf-8")
        _, out, said = scored(run, tmp_path / "a.tsv", data)
        assert said.startswith(words) and bool(said) == bool(words)
        assert ("tok:13a" in out) == bool(words)


@pytest.mark.parametrize("alpha", ["400", "1e300", "10.5"])
def test_a_length_penalty_that_no_number_can_hold_is_refused(run: Run, alpha: str) -> None:
    status, out, said = translated(run, LINES, "--alpha", alpha)
    assert (status, out) == (2, "") and said.startswith("error: alpha: ")
    assert "from 0 to 10" in said and said.count("\n") == 1
    assert translated(run, LINES, "--alpha", "10")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--workers", "4"], "--workers needs --input"),
        (["--workers", "0"], "--workers needs --input"),
        (["--overwrite"], "--overwrite needs --input"),
        (["--source-column", "ko"], "--source-column needs --input"),
        (["--reference-column", "2"], "--reference-column needs --input"),
        (["--lang", "en"], "--lang needs --report"),
        (["--input", "in.txt", "--output", "o.txt", "--lang", "ko"], "--lang needs --report"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(run, arguments, words):
    assert translated(run, LINES, *arguments) == (2, "", f"error: {words}\n")


ODD: dict[str, dict[str, Any]] = {
    "parameters": {"parameters": "many"},
    "test": {"test": ["beam"]},
    "test.beam": {"test": {"beam": 3}},
    "test.beam.bleu": {"test": {"beam": {"bleu": [1]}}},
    "test.beam.bleu_signature": {"test": {"beam": {"bleu_signature": "a\nb"}}},
    "source": {"source": {"a": 1}},
    "target": {"target": True},
}


def with_card(folder: Path, name: str, facts: dict[str, Any]) -> None:
    card = json.loads((folder / "tiny" / "config.json").read_text("utf-8"))
    (folder / name).mkdir()
    (folder / name / "config.json").write_text(json.dumps({**card, **facts}), "utf-8")


@pytest.mark.parametrize("name", ODD)
def test_one_odd_card_hides_no_model(run: Run, pretrained: Path, name: str) -> None:
    [plain] = [line for line in run("models")[1].splitlines() if line.startswith("tiny")]
    with_card(pretrained, "odd", ODD[name])
    status, out, said = run("models")
    assert status == 2 and said.count("\n") == 1, said
    assert said.endswith(f"odd/config.json: {name} is not what it should be\n")
    first, odd, tiny = out.splitlines()
    assert first.startswith("name ") and tiny == plain
    assert odd.startswith("odd ") and "?" in odd


def test_what_a_card_does_not_say_is_no_mistake(run: Run, pretrained: Path) -> None:
    with_card(pretrained, "odd", {"parameters": None, "test": None, "source": None})
    status, out, said = run("models")
    assert (status, said) == (0, "")
    assert out.splitlines()[1].split() == ["odd", "?-en", "?", "?", "?", "?"]


def test_a_card_nested_beyond_measure_hides_no_model(run: Run, pretrained: Path) -> None:
    (pretrained / "odd").mkdir()
    (pretrained / "odd" / "config.json").write_text("[" * 200_000, "utf-8")
    status, out, said = run("models")
    assert status == 2 and out.splitlines()[1].startswith("tiny ")
    assert said.endswith("odd/config.json: not valid JSON\n") and said.count("\n") == 1


@pytest.mark.parametrize("columns", [[0, 5], [0, -1], [0, 0], [0], "01", 7, {"0": 1}, [0, 1.5]])
def test_wrong_columns_in_a_card_are_named(run, pretrained, tmp_path, columns):
    path = pretrained / "tiny" / "config.json"
    card = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**card, "columns": columns}), "utf-8")
    (tmp_path / "pairs.tsv").write_text("비가 온다.\tIt rains.\n", "utf-8")
    status, out, said = run("evaluate", "tiny", "--beam", "1", "--data", tmp_path / "pairs.tsv")
    assert (status, out) == (2, "")
    assert said.startswith(f"error: {path}: columns ") and said.count("\n") == 1
