"""What the drawing gets: the models by their languages, and what of them is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import plain

COLOURS: Final = (
    *GREYS,
    "source_text",
    "target",
    "target_text",
    "target_band",
    "residual",
)


@dataclass(frozen=True)
class Ranked:
    """A model: its score, its size, and its translation of the sentence.

    `label` is its name where the languages are said, `kind` what it is; `tokens` are those it read
    in training, 0 where its card does not say.
    """

    name: str
    label: str
    kind: str
    bleu: float
    parameters: int
    tokens: int
    wrote: str


@dataclass(frozen=True)
class Group:
    """Models for the same languages, best first, with the sentence that all of them were given.

    `reading` says what stands out among their sizes and scores; "" where nothing does.
    """

    languages: str
    sentence: str
    models: Sequence[Ranked]
    reading: str = ""


@dataclass(frozen=True)
class Look:
    """What is looked at, by name: a model and the `base` it is compared with, "" for any."""

    chosen: str
    base: str


@dataclass(frozen=True)
class RankingWords:
    """Finished words; those with holes are filled by the browser."""

    name: str  # the whole drawing
    bleu: str
    parameters: str
    size: str
    tokens: str
    wrote: str
    area: str  # of the points
    base: str
    chosen: str
    as_base: str  # {name}
    same: str
    lost: str
    added: str
    alone: str


def ranking_payload(
    groups: Sequence[Group], typed: str, look: Look, words: RankingWords, dark: bool
) -> dict[str, Any]:
    """Data of the component; `typed` stands above it, and not again where it is what was given."""
    return {
        "groups": plain(list(groups)),
        "typed": typed,
        "chosen": look.chosen,
        "base": look.base,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }
