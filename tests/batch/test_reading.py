"""Files of readers: what is understood, and what is refused with which words."""

import gzip
import io
import random
import string

import pytest

from explainer.batch.cells import FileProblem
from explainer.batch.reading import APP_LIMITS, KINDS, Limits, Pair, Sheet, read_file, read_lines

SMALL = Limits(size=400, lines=3, columns=4, cell=20)
TWO = (Pair("하나", "one"), Pair("둘", "two"))


def facts(line: int = 0, found: int = 0, limit: int = 0, kind: str = "") -> dict[str, int | str]:
    return {"line": line, "found": found, "limit": limit, "kind": kind}


def reason(name: str, data: bytes, limits: Limits = APP_LIMITS) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(FileProblem) as caught:
        read_file(name, data, limits)
    return caught.value.reason, caught.value.facts


def test_tables() -> None:
    for name, text, separator, header in (
        ("a.csv", "하나,one\n둘,two\n", ",", False),
        ("a.csv", "source,reference\r\n하나,one\r\n둘,two\r\n", ",", True),
        ("a.csv", "ko;en\n하나;one\n둘;two", ";", True),
        ("A.CSV", "원문\t참조\n하나\tone\n둘\ttwo\n", "\t", True),
        ("a.tsv", "하나\tone\n\n둘\ttwo\n\n", "\t", False),
        ("a.csv", '"하나",one\n\n"둘","two"\n,\n', ",", False),
        ("old.csv", "하나,one\r둘,two\r", ",", False),
    ):
        sheet = read_file(name, text.encode())
        assert (sheet.separator, sheet.header) == (separator, header)
        assert sheet.pairs(*sheet.suggested("ko", "en")) == TWO
        assert sheet.columns == (
            tuple(text.splitlines()[0].split(separator)) if header else ("1", "2")
        )


def test_lines() -> None:
    sheet = read_file("a.txt", "첫째, 줄\r\n\n=둘째\n\n \n".encode())
    assert sheet.rows == (("첫째, 줄",), ("=둘째",)) and sheet.columns == ("1",)
    assert sheet.suggested("ko", "en") == (0, None)
    assert sheet.pairs(0) == (Pair("첫째, 줄"), Pair("=둘째"))
    assert read_lines("첫째, 줄\n\n=둘째").rows == sheet.rows


def test_quoted_cells_hold_separators_quotes_and_line_ends() -> None:
    sheet = read_file("a.csv", b'a,"b, ""c""\r\nd"\n')
    assert sheet.rows == (("a", 'b, "c"\nd'),)
    # A .tsv has no quotes: corpora are full of single quotation marks.
    assert read_file("a.tsv", b'"a\t5" b\n').rows == (('"a', '5" b'),)


def test_short_rows_are_filled_and_an_empty_reference_is_none() -> None:
    sheet = read_file("a.csv", b"source,reference\na\nb, \nc,d\n")
    assert sheet.pairs(0, 1) == (Pair("a"), Pair("b"), Pair("c", "d"))


def test_columns_are_chosen_by_name():
    for columns, source, target, expected in (
        (("id", "ko", "en"), "ko", "en", (1, 2)),
        (("id", "ko", "en"), "en", "ko", (2, 1)),
        (("English", "Deutsch"), "en", "de", (0, 1)),
        (("번호", "참조", "원문"), "ko", "en", (2, 1)),
        (("number", "source", "reference", "translation"), "ko", "en", (1, 2)),
        (("translation", "문장"), "ko", "en", (1, 0)),
        (("translation", "x"), "ko", "en", (1, 0)),
        (("text", "x"), "ko", "en", (0, None)),
        (("ko",), "ko", "ko", (0, None)),
        (("1", "2", "3"), "ko", "en", (0, 1)),
        (("1",), "ko", "en", (0, None)),
    ):
        assert Sheet(columns, (), True).suggested(source, target) == expected


def test_a_header_may_be_said() -> None:
    data = b"one,two\nen,ko\n"
    assert not read_file("a.csv", data).header
    assert read_file("a.csv", data, header=True).columns == ("one", "two")
    assert len(read_file("a.csv", b"ko,en\na,b\n", header=False).rows) == 2


def test_what_is_no_text_is_refused() -> None:
    assert reason("a.txt", gzip.compress(b"a"))[0] == "archive"
    assert reason("a.csv", "a\nb\nGrüße, 가\n".encode()[:-2] + b"\n") == ("not_utf8", facts(line=3))
    assert reason("a.txt", b"a \x81 \xff")[0] == "not_utf8"
    assert reason("a.txt", "大學一年".encode("cp949"))[0] == "unknown_encoding"
    assert reason("a.xlsx", b"x") == ("unknown_kind", facts(kind=".xlsx"))
    assert reason("txt", b"x")[1]["kind"] == ""


@pytest.mark.parametrize("data", [b"", b"\n\n", b" \n", b"\xef\xbb\xbf", b",,\n"])
@pytest.mark.parametrize("kind", KINDS)
def test_empty(kind: str, data: bytes) -> None:
    if data == b",,\n" and kind != ".csv":
        return
    assert reason(f"a{kind}", data)[0] == "empty"
    with pytest.raises(FileProblem, match="empty"):
        read_lines(" \n")
    assert reason("a.csv", b"source,reference\n")[0] == "empty"


def test_limits() -> None:
    assert len(read_file("a.csv", b"ko\na\nb\nc\n", SMALL).rows) == 3
    assert len(read_file("a.txt", b"a\nb\nc\n", SMALL).rows) == 3
    many = (("a.csv", b"ko\na\nb\nc\nd\n"), ("a.txt", b"a\n" * 4), ("a.tsv", b"a\n" * 99))
    for name, data in many:
        assert reason(name, data, SMALL) == ("too_many_lines", facts(limit=3))
    assert reason("a.csv", b"a\nb,c,d,e,f\n", SMALL) == (
        "too_many_columns",
        facts(line=2, found=5, limit=4),
    )
    assert reason("a.tsv", b"a\n\n" + b"b" * 21, SMALL) == (
        "cell_too_long",
        facts(line=3, found=21, limit=20),
    )
    assert reason("a.txt", b"b" * 401, SMALL) == ("too_big", facts(found=401, limit=400))
    with pytest.raises(FileProblem, match="too_big"):
        read_lines("b" * 401, SMALL)
    with pytest.raises(FileProblem, match="too_many_lines"):
        read_lines("b\n" * 4, SMALL)


def test_a_line_of_the_app_has_a_thousand_characters() -> None:
    fits, long = "가" * 1_000, "가" * 1_001
    assert read_lines(f"비가 온다.\n{fits}").rows[1] == (fits,)
    told = facts(line=2, found=1_001, limit=1_000)
    for lines in (f"비가 온다.\n{long}", f"비가 온다.\n{long}\n비가 온다."):
        with pytest.raises(FileProblem) as caught:
            read_lines(lines)
        assert (caught.value.reason, caught.value.facts) == ("line_too_long", told)
        assert reason("a.txt", lines.encode()) == ("line_too_long", told)
        assert reason("a.tsv", lines.encode()) == ("cell_too_long", told)


def test_the_limits_of_the_app() -> None:
    assert (APP_LIMITS.size, APP_LIMITS.lines) == (1_000_000, 2_000)
    assert len(read_file("a.txt", b"sentence\n" * 2_000).rows) == 2_000


def test_quotes_that_do_not_close_are_named_where_they_open() -> None:
    for data, line in (
        (b'a,b\n"c" d,e\n', 2),
        (b'a\n"b\nc\n', 2),
        (b'"a""\n', 1),
        (b'\nko,en\n"a\n,b",c\nd,"e\nf,g\nh,i\n', 5),
        (b'ko,en\na,"b\nc,d\n"e",f\n', 2),
        (b'ko,en\n"a\nb","c\nd,e\n', 3),
        (b'sep=;\n"a\nb\n', 2),
    ):
        assert reason("a.csv", data) == ("bad_quotes", facts(line=line))


SENTENCE = "그래서, 나는 공원에 갔다."


def test_a_comma_of_a_sentence_parts_no_cells() -> None:
    """In a .csv of one column that nobody has put in quotation marks."""
    for text in (
        f"{SENTENCE}\n비가 온다.\n",
        f"비가 온다.\n\n{SENTENCE}\n",
        f"문장\n{SENTENCE}\n",
        "Well, it cost 1,000 won.\nIt rains.\nSo, what?\n",
        "비가 오면; 집에 있다.\n비가 온다.\n",
    ):
        sheet = read_file("a.csv", text.encode())
        written = [line for line in text.split("\n") if line and line != "문장"]
        assert [row for (row,) in sheet.rows] == written
        assert (sheet.separator, sheet.asks, sheet.header) == ("", (), text.startswith("문장"))


@pytest.mark.parametrize("text", [SENTENCE, "비가 온다., It rains.\n책을 읽는다., I read.\n"])
def test_where_only_the_reader_can_tell_it_is_asked(text: str) -> None:
    data, (first, second) = text.encode(), text.split("\n", maxsplit=1)[0].split(",")
    assert read_file("a.csv", data).asks == (",", "")
    table, lines = (read_file("a.csv", data, separator=answer) for answer in (",", ""))
    assert table.asks == lines.asks == (",", "")
    assert (table.separator, table.rows[0]) == (",", (first, second))
    assert (lines.separator, lines.rows[0]) == ("", (f"{first},{second}",))


def test_a_table_that_says_so_is_not_asked_about() -> None:
    for text in (
        "ko, en\n비가 온다., It rains.\n",
        '"그래서, 갔다.", went\n',
        "하나, one,1\n둘, two,2\n",
        "1,000\n",
        "하나,\n",
    ):
        sheet = read_file("a.csv", text.encode())
        assert (sheet.separator, sheet.asks) == (",", ()) or text == "1,000\n"


def test_a_sentence_that_would_be_cut_off_is_named() -> None:
    for text, place in (
        ("하나,one\n그래서, 갔다.,went\n", (2, 3, 2)),
        ("그래서, 갔다.,went\n하나,one\n", (1, 3, 2)),
        ("source,reference\n\n갔다.,So, I went.\n", (3, 3, 2)),
        ('source,reference\n"하나",one,more\n', (2, 3, 2)),
    ):
        assert reason("a.csv", text.encode()) == ("extra_cells", facts(*place))
        tabs = "source\treference\n하나\tone\tmore\n"
        assert reason("a.tsv", tabs.encode())[0] == "extra_cells"


@pytest.mark.parametrize("said", ["sep=;", "SEP=;", '"sep=;"', "sep=|", "sep=\t"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_the_first_line_of_excel_is_no_sentence(said: str, ends: str) -> None:
    separator = said.strip('"')[-1]
    rows = [said, separator.join(("하나, 둘", "one")), separator.join(("둘", "two"))]
    sheet = read_file("a.csv", ends.join(rows).encode("utf-8-sig"))
    assert (sheet.separator, sheet.rows) == (separator, (("하나, 둘", "one"), ("둘", "two")))
    if separator == "\t":
        assert read_file("a.tsv", ends.join(rows).encode()).rows == sheet.rows
    assert read_file("a.txt", f"{said}\n".encode()).rows == ((said,),)


@pytest.mark.parametrize("written", ["하나\tone\n둘\ttwo", "하나\tone\n\n둘\t\n"])
def test_cells_of_a_spreadsheet_are_asked_about(written: str) -> None:
    for read in (read_lines, lambda text, **more: read_file("a.txt", text.encode(), **more)):
        sheet = read(written)
        assert (sheet.asks, sheet.columns) == (("\t", ""), ("1",))
        table = read(written, separator="\t")
        assert table.rows[0] == ("하나", "one") and table.asks == sheet.asks
        assert read(f"원문\t번역\n{written}", separator="\t").columns == ("원문", "번역")
        assert read(written, separator="").rows == sheet.rows


def test_a_tab_here_and_there_is_a_space() -> None:
    assert read_lines("\t비가 온다.\n책을\t읽는다.\n차를 마신다.").asks == ()
    assert read_lines("\t비가 온다.\t").asks == ()


def test_a_table_of_random_cells_comes_back() -> None:
    import csv

    rng = random.Random(3)
    letters = string.ascii_letters + " ,;\"'\n가나다"
    for separator in ",;\t":
        rows = [
            tuple("x" + "".join(rng.choices(letters, k=rng.randint(0, 8))) for _ in range(3))
            for _ in range(20)
        ]
        out = io.StringIO()
        csv.writer(out, delimiter=separator).writerows([("id", "ko", "en"), *rows])
        assert read_file("a.csv", out.getvalue().encode()).rows == tuple(rows)
