"""Which encoding a file is in: what can be told is told, and everything else is asked."""

import codecs

import pytest

from explainer.batch.cells import FileProblem
from explainer.batch.reading import read_file

KOREAN = "비가 온다.\n책을 읽는다.\n"
JAPANESE = "今日は雨が降る。\n友達が手紙を送った。\n"
CHINESE = "今天下雨，我在家看书。\n我的朋友给我写了一封信。\n"
GERMAN = "Größe und Höhe.\nÜber allen Gipfeln ist Ruh.\n"


def same(name: str, other: str) -> bool:
    return codecs.lookup(name).name == codecs.lookup(other).name


def problem(data: bytes) -> FileProblem:
    with pytest.raises(FileProblem) as caught:
        read_file("a.txt", data)
    return caught.value


def test_what_can_be_told_is_read() -> None:
    for encoding in (
        *("utf-8", "utf-8-sig", "utf-16", "utf-32", "cp949", "euc-kr", "iso2022_kr"),
        *("iso2022_jp", "utf-7"),
    ):
        text = JAPANESE if encoding == "iso2022_jp" else KOREAN
        sheet = read_file("a.txt", text.encode(encoding))
        assert [row[0] for row in sheet.rows] == text.splitlines()


@pytest.mark.parametrize("encoding", ["utf-16-be", "utf-32-be"])
def test_a_mark_is_believed_in_both_orders_of_bytes(encoding: str) -> None:
    sheet = read_file("a.txt", ("\ufeff" + KOREAN).encode(encoding))
    assert sheet.rows[0] == ("비가 온다.",) and sheet.encoding == encoding[:6]


def test_what_cannot_be_told_is_asked() -> None:
    """No text in another encoding becomes a table by itself; the right one is offered."""
    for text, encoding in (
        *((JAPANESE, "shift_jis"), (JAPANESE, "euc_jp"), ("東京大学\n", "euc_jp")),
        *((CHINESE, "gb18030"), ("今天下雨，我讀書。\n", "big5"), (GERMAN, "cp1252")),
        *((KOREAN, "utf-16-le"), (KOREAN, "utf-16-be"), (KOREAN, "utf-32-le")),
        *((KOREAN, "utf-32-be"), ("It rains.\n", "utf-16-le")),
    ):
        found = problem(text.encode(encoding))
        assert found.reason == "unknown_encoding"
        [offered] = [name for name in found.readings if same(name, encoding)]
        assert found.readings[offered] == text.splitlines()[0]
        sheet = read_file("a.txt", text.encode(encoding), encoding=offered)
        assert [row[0] for row in sheet.rows] == text.splitlines() and sheet.encoding == offered


def test_short_korean_files_need_no_question() -> None:
    for text in (
        "나는 어제 공원에서 친구를 만났다.\n",
        "안녕하세요.\n감사합니다.\n",
        "원문,영어\n비가 온다.,rain\n",
        "서울은 한국의 수도이다. 대학교(大學校)에 다닌다.\n",
    ):
        assert read_file("a.txt", text.encode("cp949")).encoding == "cp949"


def test_what_is_no_text_in_any_encoding_is_not_asked_about() -> None:
    for data in (
        b"\x89PNG\r\n\x1a\n" + b"\0\1\2" * 99,
        b"\0" * 64,
        b"\xff\xfe\0\0\0\0\x11\0",
        b"a\0b",
    ):
        found = problem(data)
        assert found.reason == "not_text" and not found.readings


@pytest.mark.parametrize("data", [b"\x1b$)C\x0e\xff", b"\x1b$)C\x0e1", b"\x1b$B\x80"])
def test_a_broken_switch_of_letters_is_refused(data: bytes) -> None:
    assert problem(data).reason == "not_utf8"


def test_what_the_reader_says_may_be_wrong_too() -> None:
    with pytest.raises(FileProblem, match="not_utf8"):
        read_file("a.txt", "한글".encode(), encoding="utf-32-le")


def test_letters_of_europe_in_utf7_are_read_and_other_pluses_stay() -> None:
    sheet = read_file("a.txt", GERMAN.encode("utf-7"))
    assert [row[0] for row in sheet.rows] == GERMAN.splitlines() and sheet.encoding == "utf-7"
    marked = b"+/v8-" + "東京".encode("utf-7")
    assert read_file("a.txt", marked).rows == (("東京",),)
    for plain in ("1 + 1 = 2", "C++ and C+-", "+82-10-1234-5678", "CD4+CD8-", "a+vUQ-b", "x+abc-y"):
        sheet = read_file("a.txt", plain.encode())
        assert (sheet.encoding, sheet.rows) == ("utf-8", ((plain,),))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32", "cp949"])
def test_zeros_are_no_text_in_any_encoding(encoding: str) -> None:
    assert problem("비가\0온다.\n".encode(encoding)).reason in ("not_text", "unknown_encoding")
