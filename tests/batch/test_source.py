"""Input files of any length: the same rows as an upload, found again from any part."""

from __future__ import annotations

from pathlib import Path

import pytest

from explainer.batch import source
from explainer.batch.reading import read_file
from explainer.batch.source import SourceError, look_through

LANGUAGES = ("ko", "en")
TABLES = {
    "lines.txt": "하나\r\n\n셋\n넷",
    "mark.txt": "\ufeff하나\n둘\n",
    "plain.csv": "하나,one\n\n둘,two\n셋\n",
    "named.csv": '\ufeffid;source;reference\r\n1;"하나\r\n; 둘";one\r\n2;셋;\r\n3;넷;four\r\n',
    "named.tsv": 'en\tko\n"one\t하나\ntwo\t둘\n\nthree\t셋\n',
    "old.ko": "하나\t둘\n셋\n",
}


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "PART", 2)


@pytest.mark.parametrize("name", sorted(TABLES))
def test_parts_hold_what_an_upload_of_the_file_holds(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(TABLES[name].encode())
    found = look_through(path, LANGUAGES)
    sheet = read_file(name if name != "old.ko" else "old.txt", path.read_bytes())
    expected = sheet.pairs(*sheet.suggested(*LANGUAGES))
    parts = [found.pairs(index) for index in range(len(found.offsets))]
    assert [pair for part in parts for pair in part] == list(expected)
    assert found.rows == len(expected)
    assert all(len(part) == 2 for part in parts[:-1])


def test_the_hash_is_the_files(tmp_path: Path) -> None:
    import hashlib

    path = tmp_path / "a.csv"
    path.write_bytes(TABLES["named.csv"].encode())
    assert look_through(path, LANGUAGES).sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_columns_by_name_and_by_number(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x,y,z\n하나,one,1\n", encoding="utf-8")
    assert look_through(path, LANGUAGES).rows == 2  # nothing says that x, y, z are names
    named = look_through(path, LANGUAGES, "z", "x")
    assert (named.rows, named.source, named.reference) == (1, 2, 0)
    numbered = look_through(path, LANGUAGES, "3")
    assert (numbered.rows, numbered.source, numbered.reference) == (2, 2, 1)
    for wrong in ("w", "0", "4"):
        with pytest.raises(SourceError, match=f"no column '{wrong}'; there are: "):
            look_through(path, LANGUAGES, wrong)


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.txt", b"", "no line"),
        ("a.csv", b"source,reference\n", "no line"),
        ("a.txt", b"a\nb\n\xffc\n", "line 3: not UTF-8 (byte 1)"),
        ("a.csv", b'a\n"b\n', "line 2: a quotation mark"),
        ("a.csv", b'a\n"' + b"x" * 200_000, "line 2: a cell of more than 131072"),
        ("a.txt", b"a\n" + b"x" * 1_000_001, "line 2: longer than 1,000,000 bytes"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(SourceError) as caught:
        look_through(path, LANGUAGES)
    assert words in str(caught.value) and str(path) in str(caught.value)


def test_missing_and_folder(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file"):
        look_through(tmp_path / "no.txt", LANGUAGES)
    with pytest.raises(SourceError, match="not a file"):
        look_through(tmp_path, LANGUAGES)
