"""A text file's encoding: told where its bytes say so, else left to the reader.

The page of one's own sentences, the command line and the training of one's own pairs all read
files by what stands here.
"""

from __future__ import annotations

import codecs
import re
import sys
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

from explainer.data.syllables import COMMON_SYLLABLES

Encoding = Literal[
    "utf-8",
    "utf-16",
    "utf-32",
    "utf-7",
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
ASKED: Final = ENCODINGS[6:]  # these have no mark of their own
WIDE: Final = ENCODINGS[-4:]  # the ones of these whose line ends and spaces have zeros in them
CODECS: Final = {"shift_jis": "cp932"}  # Python's that reads more of it

MARK: Final = "\ufeff"
# A file that begins with one of these says what it is in, as a whole and each of its lines; the
# longer ones first.
MARKS: Final[tuple[tuple[bytes, Encoding, Encoding], ...]] = (
    (codecs.BOM_UTF32_LE, "utf-32", "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32", "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16", "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16", "utf-16-be"),
    *((b"+/v" + last, "utf-7", "utf-7") for last in (b"8", b"9", b"+", b"/")),
)
ARCHIVES: Final = (
    b"PK\x03\x04",
    b"\x1f\x8b",
    b"BZh",
    b"7z\xbc\xaf",
    b"\xfd7zXZ",
    b"\xd0\xcf\x11\xe0",
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


NO_TEXT: Final = "not text: it has zeros in it"
Refusal = Literal["archive", "not_text", "not_utf8", "unknown_encoding"]


class Undecoded(ValueError):
    """Bytes that are no text, or that nobody can tell the encoding of.

    `line` (1-based, 0 where none is meant) is where they stop being UTF-8. `readings`, of an
    unknown encoding: those it may be, with the first line in each.
    """

    def __init__(
        self,
        reason: Refusal,
        said: str,
        line: int = 0,
        readings: Mapping[Encoding, str] = MappingProxyType({}),
    ) -> None:
        self.reason, self.line, self.readings = reason, line, readings
        super().__init__(said)


def decode(data: bytes, encoding: Encoding | None = None) -> tuple[str, Encoding]:
    """Text, without a byte-order mark, and its encoding, given or else detected. Raises Undecoded.

    What can be neither told nor refused is "unknown_encoding": somebody has to say what it is.
    """
    if data.startswith(ARCHIVES):
        raise Undecoded("archive", "a packed file, not text")
    if encoding is not None:
        text = try_decode(data, encoding)
        if text is None:
            raise Undecoded("not_utf8", f"not {encoding.upper()}")
        return text, encoding
    if result := detect_encoding(data):
        return result
    wrong = first_wrong_byte(data)
    line = data.count(b"\n", 0, wrong) + 1
    before = data.rfind(b"\n", 0, wrong)
    said = f"not UTF-8 (byte {wrong - before})"
    if b"\0" in data:
        line, said = 0, NO_TEXT
    readings = {} if is_damaged_utf8(data) else possible(data)
    if readings:
        offered = ", ".join(f"{name} ({words})" for name, words in readings.items())
        said += f"; --encoding tells what it is in: {offered}"
        raise Undecoded("unknown_encoding", said, line, readings)
    raise Undecoded("not_text" if b"\0" in data else "not_utf8", said, line)


def marked(data: bytes) -> Encoding | None:
    """The encoding of every line of a file that begins with a byte-order mark of it."""
    return next((line for mark, _, line in MARKS if data.startswith(mark)), None)


def of_lines(encoding: Encoding) -> Encoding:
    """That of each line where the whole has no mark: the order of bytes is this machine's."""
    order = "le" if sys.byteorder == "little" else "be"
    return next((e for e in WIDE if e == f"{encoding}-{order}"), encoding)


def detect_encoding(data: bytes) -> tuple[str, Encoding] | None:
    """Text and encoding where there is no doubt; None else, also for bytes that are no text."""
    told: list[Encoding] = [whole for mark, whole, _ in MARKS if data.startswith(mark)]
    told += [encoding for switch, encoding in SWITCHES if switch in data]
    if told:
        text = try_decode(data, told[0])
        return None if text is None else (text, told[0])
    if b"\0" in data:
        return None
    if b"+" in data and data.isascii():
        text = try_decode(data, "utf-7")
        if text is not None and is_utf7(text):
            return text, "utf-7"
    text = try_decode(data, "utf-8")
    if text is not None:
        return text, "utf-8"
    text = try_decode(data, "cp949")
    return None if text is None or not is_korean(text) else (text, "cp949")


def possible(data: bytes) -> dict[Encoding, str]:
    """Encodings in which the bytes are text without control characters; the first line in each."""
    if marked(data):
        return {}
    first_lines: dict[Encoding, str] = {}
    for encoding in WIDE if b"\0" in data else ASKED[: -len(WIDE)]:
        text = try_decode(data, encoding)
        if text is not None and is_text(text):
            first_lines[encoding] = next((line for line in text.splitlines() if line.strip()), "")
    return {encoding: line[:FIRST_LINE] for encoding, line in first_lines.items()}


def try_decode(data: bytes, encoding: Encoding) -> str | None:
    """None where the bytes are not in this encoding, or are zeros in it."""
    try:
        text = data.decode(CODECS.get(encoding, encoding))
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text.removeprefix(MARK)


def decode_line(raw: bytes, encoding: Encoding) -> str:
    """A line of a file by itself. Raises UnicodeDecodeError."""
    if encoding == "iso2022_kr":  # says once, at its beginning, which letters it switches to
        raw = b"\x1b$)C" + raw
    return raw.decode(CODECS.get(encoding, encoding))


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


def is_utf7(text: str) -> bool:
    """Whether what UTF-7 makes of ASCII is Korean, or letters of Europe.

    A plus, three letters and a hyphen may be some Chinese character as well.
    """
    others = [char for char in text if char > "\x7f"]
    latin = all("\xc0" <= char <= "\u024f" or "\u2010" <= char <= "\u2026" for char in others)
    return bool(others) and is_text(text) and (latin or is_korean(text))


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
