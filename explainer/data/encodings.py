"""Detect a text file's encoding from its bytes, or list candidates for the user to choose from.

Used by the page for users' own sentences, the command line and training on users' own pairs.
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
ASKED: Final = ENCODINGS[6:]  # no byte-order mark or escape sequence to detect them by
WIDE: Final = ENCODINGS[-4:]  # those of them in which newlines and spaces contain zero bytes
CODECS: Final = {"shift_jis": "cp932"}  # Python codec that is a superset

MARK: Final = "\ufeff"
# Byte-order marks: (mark, encoding of the whole file, encoding of each line), longest first.
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
# Escape sequences (ISO 2022) that switch character sets: all bytes of such a file are ASCII.
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
    """Bytes are not text, or their encoding cannot be detected.

    `line` (1-based, 0 for none) is the first that is not valid UTF-8. `readings` maps each possible
    encoding to the first line decoded with it.
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
    """Return the text without byte-order mark and its given or detected encoding.

    Raises Undecoded, with the reason "unknown_encoding" if the user has to choose.
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
    """Return the encoding of each line according to the byte-order mark; None without one."""
    return next((line for mark, _, line in MARKS if data.startswith(mark)), None)


def of_lines(encoding: Encoding) -> Encoding:
    """Return the encoding of single lines of a file without mark, in native byte order."""
    order = "le" if sys.byteorder == "little" else "be"
    return next((e for e in WIDE if e == f"{encoding}-{order}"), encoding)


def detect_encoding(data: bytes) -> tuple[str, Encoding] | None:
    """Return text and encoding if unambiguous, else None, also for bytes that are not text."""
    declared: list[Encoding] = [whole for mark, whole, _ in MARKS if data.startswith(mark)]
    declared += [encoding for switch, encoding in SWITCHES if switch in data]
    if declared:
        text = try_decode(data, declared[0])
        return None if text is None else (text, declared[0])
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
    """Map each encoding in which the bytes are text to the first line decoded with it."""
    if marked(data):
        return {}
    first_lines: dict[Encoding, str] = {}
    for encoding in WIDE if b"\0" in data else ASKED[: -len(WIDE)]:
        text = try_decode(data, encoding)
        if text is not None and is_text(text):
            first_lines[encoding] = next((line for line in text.splitlines() if line.strip()), "")
    return {encoding: line[:FIRST_LINE] for encoding, line in first_lines.items()}


def try_decode(data: bytes, encoding: Encoding) -> str | None:
    """Decode the bytes; None if they are invalid in this encoding or contain NUL."""
    try:
        text = data.decode(CODECS.get(encoding, encoding))
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text.removeprefix(MARK)


def decode_line(raw: bytes, encoding: Encoding) -> str:
    """Decode a single line of a file. Raises UnicodeDecodeError."""
    if encoding == "iso2022_kr":  # designates its character set only at the start of the file
        raw = b"\x1b$)C" + raw
    return raw.decode(CODECS.get(encoding, encoding))


def is_text(text: str) -> bool:
    return all(unicodedata.category(c) not in NEVER for c in set(text) - BLANKS)


def is_korean(text: str) -> bool:
    """Return whether at least half of the non-ASCII characters are common Hangul syllables.

    Almost any bytes decode as CP949 to some Korean or Chinese characters.
    """
    syllables = HANGUL.findall(text)
    others = sum(char > "\x7f" for char in text)
    common = sum(syllable in COMMON_SYLLABLES for syllable in syllables)
    return 2 * len(syllables) >= others and common >= COMMON_SHARE * len(syllables) > 0


def is_utf7(text: str) -> bool:
    """Return whether text decoded as UTF-7 is plausible: Korean or European letters.

    A plus, three letters and a hyphen in ordinary ASCII may decode to a Chinese character.
    """
    others = [char for char in text if char > "\x7f"]
    latin = all("\xc0" <= char <= "\u024f" or "\u2010" <= char <= "\u2026" for char in others)
    return bool(others) and is_text(text) and (latin or is_korean(text))


def is_damaged_utf8(data: bytes) -> bool:
    """Return whether most of the non-ASCII characters are valid UTF-8."""
    text = data.decode("utf-8", "replace")
    return 2 * text.count("\ufffd") < sum(char > "\x7f" for char in text)


def first_wrong_byte(data: bytes) -> int:
    """Return the offset of the first byte that is not valid UTF-8; 0 if there is none."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return 0
