"""Extract the numbers in a sentence, in digits or words, to compare source and translation."""

from __future__ import annotations

import re
from typing import Final

from explainer.data.slots import ENGLISH, MONTH_NAMES, korean_numbers
from explainer.data.values import GERMAN_MONTHS

POINT: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")  # English, Korean
COMMA: Final = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?")  # German
MYRIADS: Final = re.compile(
    r"(?:(?P<myriads>\d[\d,]*)만 ?)?(?:(?P<thousands>\d)천 ?)?(?:(?P<hundreds>\d)백 ?)?"
    r"(?P<rest>\d{1,4})?"
)
SIZES: Final = {"myriads": 10_000, "thousands": 1000, "hundreds": 100, "rest": 1}
LARGE: Final = re.compile(
    r"\b(?:hundreds?|thousands?|millions?|billions?|dozens?|half|zero)\b|hundert|tausend|million|halb"
    r"|[백천만억](?=[ 가-힣])",
    re.IGNORECASE,
)
# fmt: off
GERMAN: Final = {
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9,
    "zehn": 10, "elf": 11, "zwölf": 12, "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15,
    "sechzehn": 16, "siebzehn": 17, "achtzehn": 18, "neunzehn": 19, "zwanzig": 20, "dreißig": 30,
    "vierzig": 40, "fünfzig": 50, "sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90,
}
# fmt: on
WORDS: Final = {
    "en": ENGLISH | {name.lower(): i for i, name in enumerate(MONTH_NAMES.split(), start=1)},
    "de": GERMAN | {name.lower(): i for i, name in enumerate(GERMAN_MONTHS, start=1)},
}


def figures(text: str, language: str) -> set[str]:
    """Return numbers in digits, without thousands separators and with a decimal point, except 1."""
    found = set[str]()
    if language == "ko":
        text = MYRIADS.sub(lambda match: _with_amount(match, found), text)
    pattern = COMMA if language == "de" else POINT
    thousands, comma = (".", ",") if language == "de" else (",", ".")
    for match in pattern.finditer(text):
        found.add(match[0].replace(thousands, "").replace(comma, "."))
    return found - {"1"}


def _with_amount(match: re.Match[str], found: set[str]) -> str:
    """Add 3만 5천 to `found` as 35000 and remove it; plain digits are left for later."""
    if not (match["myriads"] or match["thousands"] or match["hundreds"]):
        return match[0]
    parts = ((match[name], size) for name, size in SIZES.items() if match[name])
    found.add(str(sum(int(digits.replace(",", "")) * size for digits, size in parts)))
    return " "


def spelt(text: str, language: str) -> set[str]:
    """Return numbers from 2 to 99 written in words, and months as their numbers."""
    if language == "ko":
        return {str(number.value) for number in korean_numbers(text)}
    words = re.findall(r"[\w-]+", text.lower())
    values = WORDS.get(language, {})
    return {str(values[word]) for word in words if word in values}


def differing(source: str, target: str, source_language: str, target_language: str) -> list[str]:
    """Return numbers in digits on one side that the other side lacks even in words, sorted.

    [] if either side has a large number in words, which is not parsed.
    """
    sides = [(source, source_language), (target, target_language)]
    digits = first, second = [figures(*side) for side in sides]
    if not (first or second):  # the usual case, without the slower search for words
        return []
    if LARGE.search(source) or LARGE.search(target):
        return sorted(first ^ second) if first and second and first.isdisjoint(second) else []
    named = [found | spelt(*side) for found, side in zip(digits, sides, strict=True)]
    return sorted((first - named[1]) | (second - named[0]))
