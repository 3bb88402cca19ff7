"""Data augmentation: vary numbers, days, months and names in Korean-English pairs.

A sentence with "three" teaches nothing about "nine". Values are replaced only if they match on both
sides; otherwise the pair is unchanged. Names are exchanged within groups that take the same Korean
particles. "One" is left alone: it is also a pronoun, and its noun is singular. `unmark` drops final
full stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from random import Random

from explainer.data.corpus import Pair

# fmt: off
UNITS = (
    "", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NATIVE_UNITS = ("", "한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉")
NATIVE_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
SINO_UNITS = ("", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구")
# fmt: on
SINO_TENS = ("", "십", "백", "천")
MYRIAD = 10_000

DAYS = dict(
    zip(
        ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"],
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        strict=True,
    )
)
MONTH_NAMES = (
    "January February March April May June July August September October November December"
)
SPELT_MONTHS = "일월 이월 삼월 사월 오월 유월 칠월 팔월 구월 시월 십일월 십이월"
NAMES: tuple[dict[str, str], ...] = (
    DAYS,
    {f"{number}월": name for number, name in enumerate(MONTH_NAMES.split(), start=1)},
    dict(zip(SPELT_MONTHS.split(), MONTH_NAMES.split(), strict=True)),
    {
        "민수": "Min-su",
        "영희": "Young-hee",
        "준호": "Jun-ho",
        "지우": "Ji-woo",
        "민지": "Min-ji",
        "현우": "Hyun-woo",
        "유나": "Yu-na",
        "은지": "Eun-ji",
    },
    {"지훈": "Ji-hoon", "수진": "Su-jin", "서연": "Seo-yeon", "지민": "Ji-min"},
    {"부산": "Busan", "인천": "Incheon", "대전": "Daejeon", "수원": "Suwon", "울산": "Ulsan"},
)


def english(number: int) -> str:
    """Spell a number from 1 to 99 in English."""
    if number < len(UNITS):
        return UNITS[number]
    tens, units = divmod(number, 10)
    return TENS[tens] + (f"-{UNITS[units]}" if units else "")


def native(number: int) -> str:
    """Spell a native Korean number from 1 to 99 as before a noun: 스무 명, 스물한 명."""
    tens, units = divmod(number, 10)
    return "스무" if number == 20 else NATIVE_TENS[tens] + NATIVE_UNITS[units]


def sino(number: int) -> str:
    """Spell a Sino-Korean number from 1 to 99,999,999, with a space after 만: 만 오천, 삼십만."""
    high, low = divmod(number, MYRIAD)
    parts = [("" if high == 1 else sino(high)) + "만"] if high else []
    digits = [(int(digit), place) for place, digit in enumerate(reversed(str(low)))]
    words = (
        ("" if digit == 1 and place else SINO_UNITS[digit]) + SINO_TENS[place]
        for digit, place in reversed(digits)
        if digit
    )
    return " ".join(part for part in (*parts, "".join(words)) if part)


def _either(words: Iterable[str]) -> str:
    """Return a regex alternation of these words, longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


class Words:
    """Interchangeable Korean words with their English translations."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.korean = re.compile(rf"(?<![가-힣\d])(?:{_either(names)})")
        self.english = re.compile(rf"\b(?:{_either(names.values())})\b")


WORDS = tuple(Words(names) for names in NAMES)

ENGLISH = {english(number): number for number in range(2, 100)}
NATIVE = {native(number): number for number in range(2, 100)}
SINO = {sino(number): number for number in range(2, 100)}
SINO |= {sino(number): number for number in range(100, MYRIAD, 100)}
SINO |= {sino(number): number for number in range(MYRIAD, 100 * MYRIAD, 500)}
NATIVE_COUNTED = "시간 시 개 명 살 마리 권 장 잔 병 대 켤레 그릇 달 번 송이 가지 판 조각 사람 통 벌"
SINO_COUNTED = "분 년 개월 주 일 층 원 미터 킬로미터 쪽 페이지 인분 호 도 초"
NATIVE_COUNTER, SINO_COUNTER = _either(NATIVE_COUNTED.split()), _either(SINO_COUNTED.split())

STAYS_SMALL = 0.75  # share of the numbers up to twelve that stay so small
UNMARKED = 0.1  # share of the pairs ending in full stops that lose them
HALF_HOUR, THIRTY = "시 반", 30

DIGITS = r"\d{1,3}(?:,\d{3})+|\d+"


@cache
def korean_number() -> re.Pattern[str]:
    """Return the pattern of Korean numbers with counters.

    Compiled on first use: it has two thousand words, and the app does not need it.
    """
    return re.compile(
        rf"(?<![가-힣\d,.:])(?:(?P<native>{_either(NATIVE)}) (?P<of_native>{NATIVE_COUNTER})"
        rf"|(?P<sino>{_either(SINO)}) ?(?P<of_sino>{SINO_COUNTER})"
        rf"|(?P<digits>{DIGITS}) ?(?P<of_digits>{NATIVE_COUNTER}|{SINO_COUNTER}))"
    )


ENGLISH_NUMBER = re.compile(
    rf"(?<![\d,.:$-])\b(?:(?P<words>{_either(ENGLISH)})|(?P<digits>{DIGITS}))\b(?![:-]|[,.]\d)",
    re.IGNORECASE,
)
ARTICLE = re.compile(r"\ban? $", re.IGNORECASE)


@dataclass(frozen=True)
class Number:
    """A number found in a sentence: its span, value, `style` of writing and counter word."""

    start: int
    end: int
    value: int
    style: str
    counter: str = ""
    comma: bool = False

    def write(self, value: int) -> str:
        if self.style == "native" and value < 100:
            return native(value)
        if self.style == "words" and value < 100:
            return english(value)
        return sino(value) if self.style == "sino" else f"{value:,}" if self.comma else str(value)


def korean_numbers(text: str) -> list[Number]:
    found = []
    for match in korean_number().finditer(text):
        style = next(name for name in ("native", "sino", "digits") if match[name])
        word = match[style]
        value = {"native": NATIVE, "sino": SINO}.get(style, {}).get(word)
        value = int(word.replace(",", "")) if value is None else value
        span = match.span(style)
        found.append(Number(*span, value, style, match[f"of_{style}"], "," in word))
    return found


def english_numbers(text: str) -> list[Number]:
    found = []
    for match in ENGLISH_NUMBER.finditer(text):
        word = match[0].lower()
        style = "words" if match["words"] else "digits"
        value = ENGLISH[word] if match["words"] else int(word.replace(",", ""))
        article = ARTICLE.search(text[: match.start()])  # "an eight-year-old": a/an depends on it
        found.append(Number(*match.span(), 0 if article else value, style, "", "," in word))
    return found


def another(number: Number, random: Random) -> int:
    """Draw a random number of the same kind and magnitude."""
    value, counter = number.value, number.counter
    if counter == "시":
        return random.randint(2, 12)
    if counter == "년" and 1900 <= value < 2100:
        return random.randint(1950, 2029)
    most = {"일": 30, "분": 59, "초": 59}.get(counter, 99)
    if value <= most:  # small numbers are frequent, so some of them become large
        small = value <= 12 and random.random() < STAYS_SMALL
        return random.randint(2, 12) if small else random.randint(13, most)
    zeros = 10 ** (len(str(value)) - len(str(value).rstrip("0")))
    shortest = 10 ** (len(str(value // zeros)) - 1)
    return random.randint(shortest, 10 * shortest - 1) * zeros


def _replaced(text: str, numbers: list[Number], drawn: dict[int, int]) -> str:
    for number in reversed(numbers):
        word = number.write(drawn[number.value])
        word = word if number.start else word.capitalize()
        text = text[: number.start] + word + text[number.end :]
    return text


def vary_numbers(pair: Pair, random: Random) -> Pair:
    korean, english = korean_numbers(pair[0]), english_numbers(pair[1])
    if HALF_HOUR in pair[0]:  # "eight thirty" is "eight and a half" in Korean: no 30
        english = [number for number in english if number.value != THIRTY]
    values = sorted(number.value for number in korean)
    alike = values == sorted(number.value for number in english)
    if not alike or len(set(values)) < len(values) or not all(value > 1 for value in values):
        return pair
    drawn = {number.value: another(number, random) for number in korean}
    if len(set(drawn.values())) < len(drawn):
        return pair
    return _replaced(pair[0], korean, drawn), _replaced(pair[1], english, drawn)


def vary_words(pair: Pair, words: Words, random: Random) -> Pair:
    """Replace the days, months or names of a pair by others from the same list."""
    found = words.korean.findall(pair[0])
    if not found or len(set(found)) < len(found):
        return pair
    if sorted(words.english.findall(pair[1])) != sorted(words.names[name] for name in found):
        return pair
    drawn = dict(zip(found, random.sample(sorted(words.names), len(found)), strict=True))
    translated = {words.names[old]: words.names[new] for old, new in drawn.items()}
    return (
        words.korean.sub(lambda match: drawn[match[0]], pair[0]),
        words.english.sub(lambda match: translated[match[0]], pair[1]),
    )


def vary(pair: Pair, random: Random) -> Pair:
    """Vary numbers, days, months and names of a (Korean, English) pair where possible."""
    pair = vary_numbers(pair, random)
    for words in WORDS:
        pair = vary_words(pair, words, random)
    return pair


def unmark(pair: Pair, random: Random) -> Pair:
    """Occasionally drop the full stops of both sides, as many users do not type them."""
    ended = all(side.endswith(".") for side in pair)
    if ended and random.random() < UNMARKED:
        return pair[0].removesuffix("."), pair[1].removesuffix(".")
    return pair
