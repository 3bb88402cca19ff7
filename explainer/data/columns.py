"""Common column names in users' tables, in lower case."""

from __future__ import annotations

from collections.abc import Iterable

SOURCES = {"source", "src", "input", "sentence", "text", "원문", "출발어", "문장", "입력"}
REFERENCES = {
    "reference",
    "ref",
    "target",
    "tgt",
    "translation",
    "answer",
    "gold",
    "참조",
    "참조 번역",
    "번역",
    "번역문",
    "정답",
    "도착어",
    "모범 번역",
}
LANGUAGES = {
    "ko": {"ko", "kor", "korean", "한국어", "국어", "한글"},
    "en": {"en", "eng", "english", "영어", "영문"},
    "de": {"de", "deu", "ger", "german", "deutsch", "독일어"},
}
OTHERS = {"id", "no.", "number", "번호", "score", "점수", "name", "이름"}
# A first line with one of these is a header.
HEADERS = SOURCES | REFERENCES | OTHERS | set().union(*LANGUAGES.values())


def is_header(cells: Iterable[str]) -> bool:
    """Return whether a first line is a header: any cell is a common column name."""
    return any(cell.strip().casefold() in HEADERS for cell in cells)
