"""Robustness tests: realistic user inputs with conditions on their translations.

`typed.tsv` has four columns: model (its languages: en-de), kind, input, and conditions joined by
`&&`, all of which the output must meet:

- `equal: TEXT`: it equals the same model's output for TEXT, the clean form of the input. Only
  Latin letters, Hangul syllables and numbers are compared, since unknown symbols may be dropped or
  copied; the case of the first letter is ignored.
- `contains: a|b`: it contains one of these. `never: a|b`: it contains none of them.
- `ends: .|!`: its last character is one of these.
- `most: 60`: it has at most this many characters; repetitive output has more.

Of values separated by `|` one is enough. A value that starts or ends with Latin letters or digits
must match a whole word or number; `word*` allows a suffix. Case and hyphens inside words are
ignored, since romanised names vary.

No model is trained or selected on these inputs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from explainer.data.corpus import CorpusError, read_rows

FILE = Path(__file__).with_suffix(".tsv")

KINDS: Final = {
    "signs": "curly quotes, dashes, ellipses, full-width, spaced and doubled marks",
    "letters": "letters and syllables that are rare",
    "unknown": "signs, emoji and words of other scripts",
    "capitals": "a word or all of it in capitals; Latin letters in Korean",
    "unmarked": "no mark at the end, lower case, no apostrophe",
    "numbers": "figures, money, dates, times, phone numbers",
    "names": "people, places, universities, companies",
    "markup": "tags, addresses, emphasis, words said again and again",
}
RULES: Final = ("equal", "contains", "never", "ends", "most")

LETTER = "A-Za-z\u00c0-\u024f"  # Latin, with its accents
WORD = re.compile(rf"\d+(?:[.,:]\d+)*|[{LETTER}]+|[\uac00-\ud7a3]+")
STRAIGHT = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2010": "-", "\u2011": "-"}
)


@dataclass(frozen=True)
class Condition:
    """A condition on an output; `rule` is one of RULES, any of `values` meets (or breaks) it."""

    rule: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.rule}: {'|'.join(self.values)}"


@dataclass(frozen=True)
class Typed:
    """One user input; `model` names the languages (ko-en), `kind` is one of KINDS."""

    model: str
    kind: str
    text: str
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Outcome:
    """A model's output for an input, and the conditions that it does not meet."""

    typed: Typed
    output: str
    failed: tuple[Condition, ...]


@cache
def typed() -> tuple[Typed, ...]:
    """Return all inputs of `typed.tsv`."""
    return read_typed(FILE)


def typed_for(model: str) -> tuple[Typed, ...]:
    """Return the inputs for models of these languages (ko-en)."""
    return tuple(row for row in typed() if row.model == model)


def read_typed(path: Path) -> tuple[Typed, ...]:
    """Read the inputs of a file. Raises CorpusError, which names file and line."""
    found: dict[tuple[str, str], Typed] = {}
    for number, (model, kind, text, conditions) in enumerate(read_rows(path, columns=4), start=1):
        try:
            row = Typed(model, kind, text, tuple(map(condition, conditions.split(" && "))))
            if kind not in KINDS:
                raise ValueError(f"no kind {kind!r}; there are: {', '.join(KINDS)}")
            if not model or not text.strip():
                raise ValueError("no model or no input")
            if (model, text) in found:
                raise ValueError(f"{text!r} stands twice for {model}")
        except ValueError as error:
            raise CorpusError(f"{path}, line {number}: {error}") from error
        found[model, text] = row
    return tuple(found.values())


def condition(written: str) -> Condition:
    """Parse a condition such as `contains: a|b`. Raises ValueError."""
    rule, colon, values = (part.strip() for part in written.partition(": "))
    if not colon or rule not in RULES:
        raise ValueError(f"{written!r} is no condition; there are: {', '.join(RULES)}")
    made = Condition(rule, tuple(value.strip() for value in values.split("|")))
    if not all(made.values):
        raise ValueError(f"{written!r} has an empty value")
    if rule == "ends" and any(len(value) > 1 for value in made.values):
        raise ValueError(f"{written!r}: an end is one character")
    if rule == "most" and not values.isdecimal():
        raise ValueError(f"{written!r}: not a number of characters")
    return made


def outcomes(
    rows: Sequence[Typed], translate: Callable[[list[str]], list[str]]
) -> tuple[Outcome, ...]:
    """Translate and judge every input; `translate` returns an output for each, "" for none."""
    clean = {text for row in rows for c in row.conditions if c.rule == "equal" for text in c.values}
    texts = list(dict.fromkeys([*(row.text for row in rows), *sorted(clean)]))
    written = dict(zip(texts, translate(texts), strict=True))
    return tuple(
        Outcome(row, written[row.text], failures(row, written[row.text], written)) for row in rows
    )


def counts(judged: Iterable[Outcome]) -> dict[str, tuple[int, int]]:
    """Return (passed, total) by kind."""
    found = dict.fromkeys(KINDS, (0, 0))
    for outcome in judged:
        right, every = found[outcome.typed.kind]
        found[outcome.typed.kind] = right + (not outcome.failed), every + 1
    return {kind: (right, every) for kind, (right, every) in found.items() if every}


def failures(row: Typed, output: str, clean: Mapping[str, str]) -> tuple[Condition, ...]:
    """Return the conditions not met; `clean` maps clean inputs to the model's outputs.

    An empty output meets none, not even `never`.
    """
    if not output.strip():
        return row.conditions
    shouted = row.text.isupper() and output.isupper()
    return tuple(c for c in row.conditions if not holds(c, output, clean, shouted))


def holds(wanted: Condition, output: str, clean: Mapping[str, str], shouted: bool = False) -> bool:
    """Return whether the output meets a condition.

    `shouted`: input and output are all capitals, which is allowed, so case is ignored.
    """
    if wanted.rule == "equal":
        found = words(output, shouted)
        return bool(found) and any(found == words(clean[text], shouted) for text in wanted.values)
    if wanted.rule == "contains":
        return any(contains_value(value, output) for value in wanted.values)
    if wanted.rule == "never":
        return not any(contains_value(value, output) for value in wanted.values)
    if wanted.rule == "ends":
        return output.rstrip().endswith(wanted.values)
    return len(output) <= int(wanted.values[0])


def words(text: str, shouted: bool = False) -> list[str]:
    """Return only words and numbers, the first letter lower-cased, all letters if `shouted`."""
    found = WORD.findall(unicodedata.normalize("NFC", text))
    if shouted:
        return [word.casefold() for word in found]
    return [found[0][0].lower() + found[0][1:], *found[1:]] if found else []


def plain(text: str) -> str:
    """Normalise for matching: NFC, case-folded, straight quotes, no hyphens inside words."""
    straight = unicodedata.normalize("NFC", text).translate(STRAIGHT)
    return re.sub(r"(?<=\w)-(?=\w)", "", straight).casefold()


@cache
def pattern(value: str) -> re.Pattern[str]:
    """Compile a value of `contains` or `never` to a pattern for `plain` text."""
    open_end = value.endswith("*")
    sought = plain(value.removesuffix("*"))
    before = after = ""
    if re.match(rf"[{LETTER}]", sought):
        before = rf"(?<![{LETTER}])"
    elif sought[0].isdigit():  # 12,50 is not 50
        before = r"(?<!\d)(?<!\d[.,:])"
    if re.search(rf"[{LETTER}]$", sought) and not open_end:
        after = rf"(?![{LETTER}])"
    elif sought[-1].isdigit():
        after = r"(?!\d)(?![.,:]\d)"
    return re.compile(before + re.escape(sought) + after)


def contains_value(value: str, text: str) -> bool:
    return pattern(value).search(plain(text)) is not None
