"""Detection of a text file's encoding: told where its bytes say so, else left to the reader."""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import Final, Literal, get_args

from explainer.data.syllables import COMMON_SYLLABLES

Encoding = Literal[
    "utf-8",
    "utf-16",
    "utf-32",
    "iso2022_kr",
    "iso2022_jp",
    "cp949",
    "shift_jis",
    "euc_jp",
    "gb18030",
    "big5",
    "windows-1252",
    "utf-16-le",
    "utf-16-be",
    "utf-32-le",
    "utf-32-be",
]
ENCODINGS: Final[tuple[Encoding, ...]] = get_args(Encoding)
ASKED: Final = ENCODINGS[5:]  # these have no mark of their own
WIDE: Final = ENCODINGS[-4:]  # the ones of these whose line ends and spaces have zeros in them
CODECS: Final = {"utf-8": "utf-8-sig", "shift_jis": "cp932"}  # Python's that reads more of it

# A file that begins with one of these says what it is in; the longer ones first.
MARKS: Final[tuple[tuple[bytes, Encoding], ...]] = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Escape sequences (ISO 2022) that switch to other letters: all bytes of such a file are ASCII.
SWITCHES: Final[tuple[tuple[bytes, Encoding], ...]] = (
    (b"\x1b$)C", "iso2022_kr"),
    (b"\x1b$B", "iso2022_jp"),
    (b"\x1b$@", "iso2022_jp"),
)
BLANKS: Final = frozenset("\t\n\r\f\v\x1a\ufeff")
NEVER: Final = frozenset({"Cc", "Cs", "Co", "Cn"})
HANGUL: Final = re.compile(r"[\uac00-\ud7a3]")
COMMON_SHARE: Final = 0.2
FIRST_LINE: Final = 60  # characters


def detect_encoding(data: bytes) -> tuple[str, Encoding] | None:
    """Text and encoding where there is no doubt; None else, also for bytes that are no text."""
    for beginning, encoding in MARKS:
        if data.startswith(beginning):
            text = try_decode(data, encoding)
            return None if text is None else (text, encoding)
    for switch, encoding in SWITCHES:
        if switch in data:
            text = try_decode(data, encoding)
            return None if text is None else (text, encoding)
    if b"\0" in data:
        return None
    text = try_decode(data, "utf-8")
    if text is not None:
        return text, "utf-8"
    text = try_decode(data, "cp949")
    return None if text is None or not is_korean(text) else (text, "cp949")


def possible(data: bytes) -> dict[Encoding, str]:
    """Encodings in which the bytes are text without control characters; the first line in each."""
    if data.startswith(tuple(mark for mark, _ in MARKS)):
        return {}
    first_lines: dict[Encoding, str] = {}
    for encoding in WIDE if b"\0" in data else ASKED[: -len(WIDE)]:
        text = try_decode(data, encoding)
        if text is not None and is_text(text):
            first_lines[encoding] = next((line for line in text.splitlines() if line.strip()), "")
    return {encoding: line[:FIRST_LINE] for encoding, line in first_lines.items()}


def try_decode(data: bytes, encoding: Encoding) -> str | None:
    """None where the bytes are not in this encoding."""
    try:
        return data.decode(CODECS.get(encoding, encoding))
    except UnicodeDecodeError:
        return None


def is_text(text: str) -> bool:
    return all(unicodedata.category(c) not in NEVER for c in set(text) - BLANKS)


def is_korean(text: str) -> bool:
    """Whether at least half of what is not ASCII is Hangul, in syllables that Korean uses.

    CP949 gives almost any bytes some Korean or Chinese character.
    """
    syllables = HANGUL.findall(text)
    others = sum(char > "\x7f" for char in text)
    common = sum(syllable in COMMON_SYLLABLES for syllable in syllables)
    return 2 * len(syllables) >= others and common >= COMMON_SHARE * len(syllables) > 0


def is_damaged_utf8(data: bytes) -> bool:
    """Whether more of what is not ASCII is good UTF-8 than is not."""
    text = data.decode("utf-8", "replace")
    return 2 * text.count("\ufffd") < sum(char > "\x7f" for char in text)


def first_wrong_byte(data: bytes) -> int:
    """Where the bytes stop being UTF-8; 0 where they never do."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return 0
