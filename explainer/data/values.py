"""Random values for the slots of training templates: names, places, amounts, dates.

The source side varies as people type it; the target side has one standard form.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from explainer.data.slots import MONTH_NAMES, sino

FILE = Path(__file__).with_name("names.toml")
COUNTED = r"(명|개|마리|권|잔|병|살|장|대|시간|그릇|켤레|송이)"  # counters after native numbers
COMMON = "김이박최정강조윤장임"  # the surnames of most Koreans
MONTHS = MONTH_NAMES.split()
# fmt: off
GERMAN_MONTHS = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember",
)
SYLLABLES = (
    "ba", "be", "bi", "bo", "da", "do", "fa", "fi", "ga", "ka", "ke", "ko", "la", "li", "lo", "ma",
    "mi", "mo", "na", "no", "pa", "po", "ra", "re", "ri", "ro", "sa",
)
CLOSINGS = (
    "", "", "ck", "l", "ll", "m", "n", "ng", "ns", "nt", "r", "rd", "rg", "s", "st", "t", "x",
)
# fmt: on
LETTERS = ascii_lowercase + "éèáíóúñçøåêôâäöüß"
Value = dict[str, str]  # language to text
Maker = Callable[[Random, str], Value]  # random generator, source language


@cache
def names() -> dict[str, Any]:
    """Load all lists of names and words."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def _same(text: str) -> Value:
    return {"ko": text, "en": text, "de": text}


def _one_of(variants: str, random: Random, free: bool) -> str:
    """Return the first variant of "a|b", or if `free`, occasionally another."""
    choices = variants.split("|")
    return random.choice(choices) if free and random.random() < 0.4 else choices[0]


def given_name(random: Random, source: str) -> Value:
    """Draw a Korean given name of two syllables: 민수, Min-su."""
    syllables = names()["syllables"]
    first, second = random.sample(sorted(syllables), 2)
    free = source == "en"
    parts = [_one_of(syllables[syllable], random, free) for syllable in (first, second)]
    joined = "-".join(parts)
    if free and random.random() < 0.5:
        joined = random.choice(["".join(parts), f"{parts[0]} {parts[1].capitalize()}"])
    return {"ko": first + second, "en": joined.capitalize() if "-" in joined else _title(joined)}


def unaccented(text: str) -> str:
    """Write letters without their accents, as many keyboards do: André, Andre."""
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _title(name: str) -> str:
    return name[0].upper() + name[1:]


def surname(random: Random, source: str) -> Value:
    korean = random.choice(sorted(names()["surnames"]))
    if random.random() < 0.3:  # two of three Koreans have one of a few names
        korean = random.choice(COMMON)
    return {"ko": korean, "en": _one_of(names()["surnames"][korean], random, source == "en")}


def korean_name(random: Random, source: str) -> Value:
    family, given = surname(random, source), given_name(random, source)
    english_name = f"{family['en']} {given['en']}"
    if source == "en" and random.random() < 0.3:
        english_name = f"{given['en']} {family['en']}"
    return {"ko": family["ko"] + given["ko"], "en": english_name, "de": english_name}


def _listed(section: str, shortest: int = 1) -> Maker:
    def draw(random: Random, source: str) -> Value:
        listed = names()[section]
        while True:
            korean = random.choice(sorted(listed))
            value = listed[korean]
            spelt = dict(
                zip(("en", "de"), [value] if isinstance(value, str) else value, strict=False)
            )
            spelt["en"] = _one_of(spelt["en"], random, source == "en")
            if source == "en" and random.random() < 0.2:
                spelt["en"] = unaccented(spelt["en"])
            if source == "ko" or "de" not in spelt or spelt["de"]:
                return {"ko": korean, **spelt}

    return draw


def name(random: Random, source: str) -> Value:
    """Draw a Korean name, or with probability 0.5 a foreign first name: 에마, Emma."""
    return (_listed("foreign") if random.random() < 0.5 else korean_name)(random, source)


def european(part: str) -> Maker:
    """Return a maker of listed, recombined or invented names.

    Names that cannot be memorised teach the model to copy.
    """

    def draw(random: Random, source: str) -> Value:
        listed = names()["european"][part].split()
        name, other = random.choice(listed), random.choice(listed)
        if random.random() < 0.4:
            name = name[: random.randint(2, 4)] + other[-random.randint(2, 4) :].lower()
        elif random.random() < 0.15:
            name = _title(invented(random) + random.choice(CLOSINGS))
        return _same(name)

    return draw


def full_name(random: Random, source: str) -> Value:
    if random.random() < 0.3:
        return _same(korean_name(random, source)["en"])
    first, last = (european(part)(random, source)["en"] for part in ("first", "last"))
    return _same(f"{first} {last}")


def invented(random: Random, letters: str = "") -> str:
    """Invent a word of random syllables, or of these letters."""
    if letters:
        return "".join(random.choice(letters) for _ in range(random.randint(3, 8)))
    return "".join(random.choice(SYLLABLES) for _ in range(random.randint(2, 4)))


def company(random: Random, source: str) -> Value:
    if random.random() < 0.4:
        return _same(random.choice(names()["companies"].split()))
    name = _title(invented(random) + random.choice(CLOSINGS))
    return _same(random.choice([name, f"{name} {random.choice(['AG', 'GmbH', 'Inc.', '& Co.'])}"]))


def word(random: Random, source: str) -> Value:
    """Draw a word to be copied."""
    return _same(invented(random, LETTERS if random.random() < 0.5 else ""))


def random_integer(random: Random, longest: int = 7) -> int:
    length = random.randint(2, longest)
    value = random.randint(10 ** (length - 1), 10**length - 1)
    zeros = random.choice([0, 0, 1, 2, 3]) if length > 2 else 0
    return max(10, value // 10**zeros * 10**zeros)


def _grouped(value: int, random: Random) -> Value:
    """Format with each language's thousands separators, or without in all languages."""
    if random.random() < 0.3 or value < 1000:
        return _same(str(value))
    commas = f"{value:,}"
    return {"ko": commas, "en": commas, "de": commas.replace(",", ".")}


def integer(random: Random, source: str) -> Value:
    return _grouped(random_integer(random), random)


def small(random: Random, source: str) -> Value:
    return _same(str(random.randint(2, 99)))


def _decimal(random: Random) -> tuple[str, str]:
    places = random.choice([1, 1, 2])
    number = f"{random.uniform(0, 10 ** random.randint(1, 2)):.{places}f}"
    return number, number.replace(".", ",")


def decimal(random: Random, source: str) -> Value:
    point, comma = _decimal(random)
    return {"ko": point, "en": point, "de": comma}


def percent(random: Random, source: str) -> Value:
    number = _same(str(random.randint(1, 100)))
    if random.random() < 0.2:
        number = decimal(random, source)
    value = {"ko": f"{number['ko']}%", "en": f"{number['en']}%", "de": f"{number['de']} %"}
    if source == "en" and random.random() < 0.3:
        value["en"] = f"{number['en']} percent"
    if source == "ko" and random.random() < 0.3:
        value["ko"] = number["ko"] + random.choice(["퍼센트", "프로"])
    return value


CURRENCIES = (
    ("$", "dollars", "Dollar"),
    ("€", "euros", "Euro"),
    ("£", "pounds", "Pfund"),
    ("¥", "yen", "Yen"),
    ("₩", "won", "Won"),
)


def money(random: Random, source: str) -> Value:
    """Draw an amount of money in English notation and German words."""
    sign, plural, german = random.choices(CURRENCIES, weights=(5, 5, 3, 1, 1))[0]
    number = _grouped(random_integer(random, 5), random)
    if sign in "$€£" and random.random() < 0.3:
        cents = f"{random.randint(1, 199)}.{random.randint(5, 99):02d}"
        number = {"en": cents, "de": cents.replace(".", ",")}
    forms = [f"{sign}{number['en']}"] * 3 + [f"{number['en']} {plural}"]
    forms += [f"{number['en']}{sign}", f"{number['en']} {sign}"] if sign == "€" else []
    return {"en": random.choice(forms), "de": f"{number['de']} {german}"}


def won(random: Random, source: str) -> Value:
    value = random.choice([100, 500, 1000, 1000, 5000, 10_000]) * random.randint(1, 99)
    forms = [f"{value:,}원"]
    if source == "ko":
        high, low = divmod(value, 10_000)
        forms += [f"{value}원", f"{sino(value)} 원", f"{sino(value)}원"]
        if high:
            forms += [f"{high}만{_low(low, gap)}원" for gap in ("", " ")] * 2
    english = [f"{value:,} won"]
    if source == "en":
        english += [f"{value} won", f"₩{value:,}"]
    return {"ko": random.choice(forms), "en": random.choice(english)}


def _low(low: int, gap: str) -> str:
    """Write the part after 만: 5천, 2천5백, 3500."""
    if not low:
        return gap
    thousands, rest = divmod(low, 1000)
    hundreds, rest = divmod(rest, 100)
    parts = [f"{thousands}천" if thousands else "", f"{hundreds}백" if hundreds else ""]
    return gap + (gap.join(filter(None, parts)) if not rest else str(low)) + gap


def dollars(random: Random, source: str) -> Value:
    number = f"{random_integer(random, 5):,}"
    korean = [f"{number}달러"] + ([f"${number}"] if source == "ko" else [])
    english = [f"${number}"] + ([f"{number} dollars"] if source == "en" else [])
    return {"ko": random.choice(korean), "en": random.choice(english)}


def euro(random: Random, source: str) -> Value:
    """Draw an amount in euros or pounds in Korean and English notation."""
    sign, korean, plural = random.choice([("€", "유로", "euros"), ("£", "파운드", "pounds")])
    number = f"{random_integer(random, 4):,}"
    forms = [f"{number}{korean}"] + ([f"{sign}{number}"] * 2 if source == "ko" else [])
    english = [f"{sign}{number}"] + ([f"{number} {plural}"] if source == "en" else [])
    return {"ko": random.choice(forms), "en": random.choice(english)}


def year(random: Random, source: str) -> Value:
    value = str(random.randint(1900, 2039))
    return {"ko": f"{value}년", "en": value, "de": value}


def _ordinal(day: int) -> str:
    suffix = {1: "st", 2: "nd", 3: "rd"}.get(day % 10 if day not in (11, 12, 13) else 0, "th")
    return f"{day}{suffix}"


def date(random: Random, source: str, with_year: bool = False) -> Value:
    month, day = random.randint(1, 12), random.randint(1, 28)
    name = MONTHS[month - 1]
    number = str(random.randint(1950, 2039)) if with_year else ""
    forms = [f"{name} {day}"]
    if source == "en":
        forms += [f"{name} {_ordinal(day)}", f"{day} {name}"]
    chosen = random.choice(forms)
    end = f" {number}" if number else ""
    return {
        "ko": f"{number}년 {month}월 {day}일" if number else f"{month}월 {day}일",
        "en": (chosen + end if chosen[0].isdigit() else chosen + (f",{end}" if end else "")),
        "de": f"{day}. {GERMAN_MONTHS[month - 1]}{end}",
    }


def full_date(random: Random, source: str) -> Value:
    return date(random, source, with_year=True)


def european_date(random: Random, source: str) -> Value:
    return date(random, source, with_year=random.random() < 0.5)


def time(random: Random, source: str) -> Value:
    hour, minute = (
        random.randint(1, 12),
        random.choice([0, 0, 0, 15, 30, 30, 45, random.randint(1, 59)]),
    )
    half, korean_half = random.choice([("a.m.", "오전"), ("p.m.", "오후")])
    minutes = f":{minute:02d}" if minute else ""
    forms = [f"{hour}{minutes} {half}"]
    if source == "en":
        forms += [
            f"{hour}{minutes} {half.replace('.', '')}",
            f"{hour}{minutes}{half.replace('.', '')}",
        ]
    korean = f"{korean_half} {hour}시" + (f" {minute}분" if minute else "")
    return {"ko": korean, "en": random.choice(forms)}


def clock(random: Random, source: str) -> Value:
    """Draw a time of day in digits, in English and German notation."""
    hour, minute = random.randint(1, 23), random.choice([0, 15, 30, 45, random.randint(1, 59)])
    text = f"{hour}:{minute:02d}"
    return {"en": text, "de": f"{text} Uhr"}


def phone(random: Random, source: str) -> Value:
    pattern = random.choice(
        ["010-####-####"] * 3
        + ["02-###-####", "031-###-####", "###-####", "0### #######", "+49 ### #######"]
    )
    return _same("".join(random.choice(digits) if char == "#" else char for char in pattern))


def acronym(random: Random, source: str) -> Value:
    return _same("".join(random.choice(ascii_uppercase) for _ in range(random.randint(2, 4))))


def code(random: Random, source: str) -> Value:
    """Draw a code of letters and digits."""
    letters = "".join(random.choice(ascii_uppercase) for _ in range(random.randint(1, 3)))
    return _same(letters + random.choice(["", "-", " "]) + str(random.randint(1, 999)))


MAKERS: dict[str, Maker] = {
    "first": european("first"),
    "last": european("last"),
    "full": full_name,
    "name": name,
    "kogiven": given_name,
    "surname": surname,
    "foreign": _listed("foreign"),
    "univ": _listed("universities"),
    "city": _listed("cities"),
    "country": _listed("countries"),
    "language": _listed("languages"),
    "Company": company,
    "word": word,
    "int": integer,
    "small": small,
    "decimal": decimal,
    "percent": percent,
    "money": money,
    "won": won,
    "dollar": dollars,
    "euro": euro,
    "year": year,
    "date": date,
    "fulldate": full_date,
    "time": time,
    "phone": phone,
    "acronym": acronym,
    "code": code,
}
# Dates and times of the English-German file have their own forms.
EUROPEAN: dict[str, Maker] = {"date": european_date, "time": clock}
