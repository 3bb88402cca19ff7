"""Sentence templates whose slots are filled with random names, places, numbers and addresses.

`explainer/data/templates_ko_en.tsv` and `templates_en_de.tsv` were written for the project. A slot,
e.g. `{money}`, occurs once on each side; its value is written as people type it in the source and
in a standard form in the target. A Korean particle after a slot has both forms: `{city}[이/가]`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

from explainer.data.corpus import Pair, read_pairs
from explainer.data.slots import english, native
from explainer.data.values import COUNTED, EUROPEAN, MAKERS, Value, european, full_name
from explainer.text.josa import particle

DATA = Path(__file__).parents[1] / "data"
FILES = ("ko_en", "en_de")  # columns in this order
SLOT = re.compile(r"\{([A-Za-z]+)(\d?)\}")
PARTICLE = re.compile(r"\[([^/\]]*)/([^\]]*)\]")
TOM = re.compile(r"\bTom\b(?!')")


def template_files(source: str, target: str) -> list[Path]:
    """Return the template file of two languages; [] if there is none."""
    return [
        DATA / f"templates_{name}.tsv" for name in FILES if {source, target} == set(name.split("_"))
    ]


@cache
def templates(languages: frozenset[str]) -> tuple[Pair, ...]:
    """Load the templates of two languages, columns as in their file; () if there are none."""
    return tuple(pair for file in template_files(*languages) for pair in read_pairs(file))


def has_slots(text: str) -> bool:
    return any(kind in MAKERS for kind, _ in SLOT.findall(text))


def fill(pair: Pair, languages: tuple[str, str], random: Random) -> Pair:
    """Fill the slots of a template pair (source, target) with random values.

    A slot has the same value on both sides; two slots of a kind get different values.
    """
    source, target = languages
    makers = MAKERS | EUROPEAN if "de" in languages else MAKERS
    values: dict[str, Value] = {}
    for kind, number in dict.fromkeys(SLOT.findall(pair[0])):
        for _ in range(10):
            value = makers[kind](random, source)
            if value not in values.values():
                break
        values[kind + number] = value
    if "small" in values:
        _count(pair, languages, values, random)
    return _written(pair[0], source, values), _written(pair[1], target, values)


def with_another_name(pair: Pair, languages: tuple[str, str], random: Random) -> Pair:
    """Replace Tom, whom half of the English-German corpus is about, by another name."""
    counts = [len(TOM.findall(side)) for side in pair]
    if "ko" in languages or not counts[0] or counts[0] != counts[1]:
        return pair
    name = (full_name if random.random() < 0.3 else european("first"))(random, languages[0])["en"]
    return TOM.sub(name, pair[0]), TOM.sub(name, pair[1])


def _count(
    pair: Pair, languages: tuple[str, str], values: dict[str, Value], random: Random
) -> None:
    """Write small counts as words half of the time: 세 명, three."""
    if "ko" not in languages or random.random() < 0.5:
        return
    korean = pair[languages.index("ko")]
    other = pair[1 - languages.index("ko")]
    if re.search(r"\{small\} ?" + COUNTED, korean) and not other.startswith("{small}"):
        value = int(values["small"]["en"])
        values["small"] = {"ko": f"{native(value)} ", "en": english(value)}


def _written(text: str, language: str, values: dict[str, Value]) -> str:
    is_address = text.startswith(("{url", "{email"))
    text = SLOT.sub(lambda match: values[match[1] + match[2]][language], text)
    if language == "ko":
        while match := PARTICLE.search(text):
            before = text[: match.start()]
            text = before + particle(before, match[1], match[2]) + text[match.end() :]
        text = text.replace("  ", " ")
    text = text.replace(".m..", ".m.")
    return text if language == "ko" or is_address else text[:1].upper() + text[1:]
