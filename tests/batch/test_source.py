"""Input files of any length: the same rows as an upload, found again from any part."""

from pathlib import Path

import pytest

from explainer.batch import source
from explainer.batch.reading import read_file
from explainer.batch.source import SourceError, scan_source
from explainer.data.encodings import ASKED, of_lines

LANGUAGES = ("ko", "en")
TABLES = {
    "lines.txt": "하나\r\n\n셋\n넷",
    "mark.txt": "\ufeff하나\n둘\n",
    "plain.csv": "하나,one\n\n둘,two\n셋\n",
    "named.csv": '\ufeffid;source;reference\r\n1;"하나\r\n; 둘";one\r\n2;셋;\r\n3;넷;four\r\n',
    "named.tsv": 'en\tko\n"one\t하나\ntwo\t둘\n\nthree\t셋\n',
    "old.ko": "하나\t둘\n셋\n넷\n",
    "returns.txt": "하나\r둘\r\n셋\n\r넷\r",
    "returns.csv": '하나,one\r"둘\r",two\r\r셋,three',
    "one.csv": "그래서, 갔다.\n\n비가 온다.\n책을 읽는다.\n",
    "excel.csv": "sep=;\n하나;one\n둘;two\n셋\n넷;four\n",
    "short.csv": "하나,one\n둘,two\n셋\n넷,four\n",
}


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "PART", 2)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_parts_hold_what_an_upload_of_the_file_holds(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(TABLES[name].encode())
    found = scan_source(path, LANGUAGES)
    sheet = read_file(name if name != "old.ko" else "old.txt", path.read_bytes())
    expected = sheet.pairs(*sheet.suggested(*LANGUAGES))
    parts = [found.pairs(index) for index in range(len(found.offsets))]
    pairs = [pair for part in parts for pair in part]
    assert [pair for pair in pairs if pair.source] == list(expected)
    assert found.rows == len(pairs)  # of a .txt with its empty lines: line n stays line n
    assert all(len(part) == 2 for part in parts[:-1])


@pytest.mark.parametrize(
    "encoding",
    ["utf-16", "utf-32", "cp949", "iso2022_kr", "utf-7", "utf-16-le", "utf-32-be", "euc_jp"],
)
@pytest.mark.parametrize("name", ["lines.txt", "named.csv", "named.tsv", "returns.txt"])
def test_every_encoding_of_an_upload_is_read(tmp_path: Path, name: str, encoding: str) -> None:
    """In parts; what is asked about there has to be told here."""
    path, said = tmp_path / name, encoding if encoding in ASKED else None
    text = TABLES[name].removeprefix("\ufeff").replace("셋", "ਊ셋" if "utf" in encoding else "셋")
    if encoding == "euc_jp":
        text = text.translate(dict(zip(map(ord, "하나둘셋넷"), "一三二四五", strict=True)))
    path.write_bytes(text.encode(encoding))
    sheet = read_file(name, path.read_bytes(), encoding=said)
    found = scan_source(path, LANGUAGES, encoding=said)
    pairs = [pair for part in range(len(found.offsets)) for pair in found.pairs(part)]
    assert [pair for pair in pairs if pair.source] == list(
        sheet.pairs(*sheet.suggested("ko", "en"))
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_what_is_said_of_a_file_with_zeros_is_true_of_each_line(tmp_path, encoding):
    path, text = tmp_path / "a.txt", "하나\nਊ둘\n셋\n"
    for data in (text.encode(encoding), ("\ufeff" + text).encode(of_lines(encoding))):
        path.write_bytes(data)
        found = scan_source(path, LANGUAGES, encoding=encoding)
        pairs = [pair for part in range(len(found.offsets)) for pair in found.pairs(part)]
        assert [pair.source for pair in pairs] == text.split()


def test_the_encoding_of_a_file_is_told_by_its_first_part_that_is_not_ascii(tmp_path, monkeypatch):
    monkeypatch.setattr(source, "BLOCK", 64)
    path = tmp_path / "a.txt"
    path.write_bytes(("It rains.\n" * 20 + "비가 온다.\n" * 20).encode("cp949"))
    found = scan_source(path, LANGUAGES)
    assert (found.encoding, found.pairs(10)[0].source) == ("cp949", "비가 온다.")


@pytest.mark.parametrize(
    ("name", "text"), [("a.txt", "하나\tone\n둘\ttwo\n"), ("a.csv", "하나, one\n둘, two\n")]
)
def test_lines_that_may_be_columns_are_not_guessed_at(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match="or columns\\? --source-column all takes whole lines"):
        scan_source(path, LANGUAGES)
    whole = scan_source(path, LANGUAGES, "all")
    assert [pair.source for pair in whole.pairs(0)] == text.splitlines()
    table = scan_source(path, LANGUAGES, "1")
    assert [pair.source for pair in table.pairs(0)] == ["하나", "둘"]
    assert [(pair.reference or "").strip() for pair in table.pairs(0)] == ["one", "two"]


def test_the_hash_is_the_files(tmp_path: Path) -> None:
    import hashlib

    path = tmp_path / "a.csv"
    path.write_bytes(TABLES["named.csv"].encode())
    assert scan_source(path, LANGUAGES).sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_columns_by_name_and_by_number(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y,z\n하나,one,1\n", encoding="utf-8")
    assert scan_source(path, LANGUAGES).rows == 2  # nothing says that x, y, z are names
    named = scan_source(path, LANGUAGES, "z", "x")
    assert (named.rows, named.source, named.reference) == (1, 2, 0)
    numbered = scan_source(path, LANGUAGES, "3")
    assert (numbered.rows, numbered.source, numbered.reference) == (2, 2, 1)
    for wrong in ("w", "0", "4"):
        with pytest.raises(SourceError, match=f"no column '{wrong}'; there are: "):
            scan_source(path, LANGUAGES, wrong)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.txt", b"", "no line"),
        ("a.csv", b"source,reference\n", "no line"),
        ("a.txt", b"a\nb\n\xffc\n", "line 3: not UTF-8 (byte 1)"),
        ("a.csv", b'a\n"b\n', "line 2: a quotation mark"),
        ("a.csv", b'a\n"' + b"x" * 200_000, "line 2: a cell of more than 131072"),
        ("a.csv", "하나,one\n그래, 갔다.,went\n".encode(), "line 2: 3 cells, and others have 2"),
        ("a.csv", b'ko,en\n"a",b\nc,d,"e"\n', "line 3: 3 cells, and others have 2"),
        ("a.csv", b'a,b\nc,"d\n' + b"e,f\n" * 9, "line 2: a quotation mark"),
        ("a.txt", b"a\nb\0c\n", "zeros"),
        ("a.txt", "비\n".encode() + b"b\0c\n", "zeros"),
        ("a.txt", "비가 온다.\na\0\n".encode("utf-16"), "line 2: not text"),
        ("a.txt", "東京大学\n".encode("euc_jp"), "euc_jp (東京大学)"),
        ("a.txt", b"PK\x03\x04", "a packed file"),
        ("a.txt", b"a\n" + b"x" * 1_000_001, "line 2: longer than 1,000,000 bytes"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, name, data, words):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(SourceError) as caught:
        scan_source(path, LANGUAGES)
    assert words in str(caught.value) and str(path) in str(caught.value)


def test_missing_and_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        scan_source(tmp_path / "no.txt", LANGUAGES)
    with pytest.raises(SourceError, match="not a file"):
        scan_source(tmp_path, LANGUAGES)
