"""Files a reader may bring, good and bad ones, and those that can be taken home."""

import io
import unicodedata
import zipfile
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.chapters.sentences import files as sentences_files
from explainer.chapters.sentences.job import Job
from explainer.text import Text
from tests.chapters.sentences.sentences_page import (
    finish,
    job,
    pasted,
    start,
    upload,
    warnings,
    with_file,
)

EN = Text("en")
pytestmark = pytest.mark.usefixtures("sentence_models")


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.csv", "가,나\n" * 1000)
    return out.getvalue()


BAD = {
    "empty": ("a.txt", b""),
    "binary renamed": ("a.txt", bytes(range(256)) * 20),
    "zip renamed": ("a.csv", zipped()),
    "100,000 columns": ("a.csv", b"," * 100_000 + b"\n"),
    "one long line": ("a.txt", b"a " * 500_000),
    "5,000 lines": ("a.txt", "비가 온다.\n".encode() * 5_000),
    "above 1 MB": ("a.tsv", b"word " * 300_000),
    "Latin-1": ("a.txt", "Äpfel und Öl über alles ÿ\x80".encode("latin-1") * 3),
    "an open quotation": ("a.csv", '원문,영어\n"비가 온다.,rain\n'.encode()),
}


def test_a_bad_file_gets_one_sentence_and_loses_nothing() -> None:
    at = with_file("ko")
    for name, file in BAD.items():
        at = upload(at, *file)
        assert not at.exception
        [said] = warnings(at)
        assert len(said) > 20 and "{" not in said, name
        assert at.button(key="sentences_start").disabled, name


GOOD = {
    "UTF-32": ("a.txt", "비가 온다.\n책을 읽는다.\n".encode("utf-32")),
    "ISO-2022-KR": ("a.txt", "비가 온다.\n책을 읽는다.\n".encode("iso2022_kr")),
    "UTF-16": ("a.txt", "비가 온다.\n책을 읽는다.\n".encode("utf-16")),
    "CP949 table": ("a.csv", "원문,영어\n비가 온다.,rain\n책을 읽는다.,I read\n".encode("cp949")),
    "NFD": ("a.txt", unicodedata.normalize("NFD", "비가 온다.\n책을 읽는다.").encode()),
    "right to left": ("a.txt", "\u202eمرحبا\u202c\nשלום\n".encode()),
    "formulas": ("a.csv", b"source,ref\n=1+1,+2\n@x,-3\n"),
}


@pytest.mark.parametrize("name", GOOD)
def test_an_unusual_file_is_read_and_translated(name: str) -> None:
    at = finish(start(upload(with_file(), *GOOD[name])))
    assert not at.exception and len(job(at).run.rows) == 2


def test_the_reader_says_which_encoding_a_file_is_in() -> None:
    words = Text("ko")
    at = upload(with_file("ko"), "a.txt", "今日は雨が降る。\n本を読む。\n".encode("shift_jis"))
    assert not at.exception and at.button(key="sentences_start").disabled
    facts = {"line": "0", "found": "0", "limit": "0", "kind": ""}
    assert warnings(at) == [words("sentences.which_encoding", **facts)]

    def question() -> Any:
        [found] = [box for box in at.selectbox if (box.key or "").startswith("sentences_encoding")]
        return found

    assert question().value is None
    assert "SHIFT_JIS · 今日は雨が降る。" in question().options
    question().set_value("gb18030").run()
    assert not at.exception
    question().set_value("shift_jis").run()
    assert warnings(at) == [words("sentences.wrong_language", model="aa")]
    assert not at.button(key="sentences_start").disabled
    at = finish(start(at))
    assert [row.source for row in job(at).run.rows] == ["今日は雨が降る。", "本を読む。"]
    assert question().value == "shift_jis"
    at = upload(at, "b.txt", "비가 온다.\n".encode("cp949"))
    assert not [box for box in at.selectbox if (box.key or "").startswith("sentences_encoding")]


def columns(at: AppTest, name: str) -> Any:
    """The control that says which column it is."""
    return next(box for box in at.selectbox if f"sentences_{name}_" in (box.key or ""))


def test_the_reader_chooses_the_columns() -> None:
    table = "번호,하나,둘\n1,비가 온다.,rain\n2,책을 읽는다.,books\n"
    at = upload(with_file(), "a.csv", table.encode())
    for name in ("source", "reference"):
        columns(at, name).set_value("1")
    at.run()
    assert warnings(at) == [EN("sentences.same_column")]
    assert at.button(key="sentences_start").disabled
    columns(at, "reference").set_value("2").run()
    at = finish(start(at))
    rows = job(at).run.rows
    found = [(row.source, row.reference) for row in rows]
    assert found == [("비가 온다.", "rain"), ("책을 읽는다.", "books")]
    assert all(row.chrf is not None for row in rows)


def test_the_files_hold_what_the_page_shows() -> None:
    at = finish(start(pasted("비가 온다.\n책을 읽는다.")))
    made: Job = job(at)
    assert {b.key for b in at.get("link_button")} == {"sentences_csv", "sentences_report"}
    page = sentences_files._report(EN, made)().decode()
    for row in made.run.rows:
        assert f">{row.source}<" in page and f">{row.translation}<" in page
