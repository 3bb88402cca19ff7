"""The page's choices that are kept in the URL: the search, the table's order, the line."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from explainer import installed
from explainer.batch.rows import Row
from explainer.chapters.sentences.job import Search
from explainer.frame.choices import OneOf, Slider
from explainer.frame.controls import search_name
from explainer.frame.params import DEFAULTS, MAX_ALPHA, MAX_WIDTH, Settings
from explainer.text import Text
from explainer.text.numbers import decimal, percent

# What a table can be put in order by: the number of a row, and whether small is what one looks for.
Measure = Literal[
    "log_prob_per_token",
    "perplexity",
    "entropy",
    "coverage",
    "unk_share",
    "bleu",
    "chrf",
    "source_tokens",
    "target_tokens",
]
SMALL_FIRST: Final[Mapping[Measure, bool]] = {
    "log_prob_per_token": True,
    "perplexity": False,
    "entropy": False,
    "coverage": True,
    "unk_share": False,
    "bleu": True,
    "chrf": True,
    "source_tokens": False,
    "target_tokens": False,
}
AS_READ: Final = "as_read"
NUMBER_FORMATS: Final[Mapping[Measure, Callable[[float], str]]] = {
    "log_prob_per_token": partial(decimal, digits=3),
    "perplexity": decimal,
    "entropy": decimal,
    "coverage": partial(percent, digits=0),
    "unk_share": partial(percent, digits=0),
    "bleu": partial(decimal, digits=1),
    "chrf": partial(decimal, digits=1),
    "source_tokens": partial(decimal, digits=0),
    "target_tokens": partial(decimal, digits=0),
}


@dataclass(frozen=True)
class Filter:
    """Filter of the table: letters that a text contains, and bounds of one number."""

    letters: str = ""
    measure: Measure | None = None
    low: float = -math.inf
    high: float = math.inf

    def keeps(self, row: Row) -> bool:
        """Return whether a row passes the filter."""
        wanted = self.letters.casefold()
        texts = (row.source, row.translation, row.reference or "")
        if wanted and not any(wanted in text.casefold() for text in texts):
            return False
        if self.measure is None:
            return True
        value = value_of(row, self.measure)
        return value is not None and self.low <= value <= self.high


def value_of(row: Row, measure: Measure) -> float | None:
    """Return a measure of a row; None if it has none."""
    value: float | None = getattr(row, measure)
    return value


def measure_names(text: Text) -> dict[Measure, str]:
    names: dict[Measure, str] = text.each(
        "sentences.*", "log_prob_per_token", "perplexity", "entropy", "coverage", "unk_share"
    )
    more: dict[Measure, str] = text.each(
        "sentences.*", "bleu", "chrf", "source_tokens", "target_tokens"
    )
    return names | more


def measures_of(rows: Sequence[Row]) -> tuple[Measure, ...]:
    """Return the measures that some row has: BLEU and chrF need references."""
    return tuple(m for m in SMALL_FIRST if any(value_of(row, m) is not None for row in rows))


def sort_rows(rows: Sequence[Row], order: str) -> list[Row]:
    """Sort rows, most remarkable first, rows without the number last; ties keep their order."""
    if order not in SMALL_FIRST:
        return list(rows)
    measure: Measure = order  # type: ignore[assignment]  # it is one of the keys
    sign = 1 if SMALL_FIRST[measure] else -1

    def key(row: Row) -> tuple[bool, float, int]:
        value = value_of(row, measure)
        return value is None, sign * (value or 0.0), row.number

    return sorted(rows, key=key)


ORDER = OneOf(
    "sentences_order",
    (
        *("log_prob_per_token", AS_READ, "chrf", "bleu", "coverage", "entropy", "unk_share"),
        "source_tokens",
    ),
    listed=True,
)
METHOD = OneOf("sentences_method", ("beam", "greedy"), says="input.method")
WIDTH = Slider("sentences_width", 1, MAX_WIDTH, usual=DEFAULTS.width, says="input.width")
ALPHA = Slider("sentences_alpha", 0.0, MAX_ALPHA, 0.1, usual=DEFAULTS.alpha, says="input.alpha")


def order_choice(text: Text, rows: Sequence[Row]) -> str:
    there = {AS_READ, *measures_of(rows)}
    shown = {name: words for name, words in ORDER.names(text).items() if name in there}
    return ORDER.draw(text, shown, next(iter(shown)))


SETTINGS: Final = (  # keys of what the search is set with
    "sentences_model",
    "sentences_method",
    "sentences_width",
    "sentences_alpha",
)


def settings_choice(text: Text) -> Settings:
    """Draw the choice of method, width and α."""
    # Not sampling: what is drawn in a batch would be another draw on the page of one sentence.
    if METHOD.draw(text) == "greedy":
        return Settings(method="greedy")
    width, alpha = WIDTH.draw(text), ALPHA.draw(text)
    return Settings(method="beam", width=width, alpha=alpha)


def search_of(model: str, settings: Settings) -> Search:
    """Return the search of a model with these settings."""
    return Search(model, installed.version_of(model), settings)


def settings_name(text: Text, search: Search) -> str:
    """Describe model and settings in a few words."""
    return text("sentences.search", model=search.model, settings=search_name(text, search.settings))
