"""Models side by side: a bar for the score of each, and what it makes of one sentence.

Those for the same two languages stand together, below the sentence they were given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, RESIZE, component, obey_one, plain

FOLDER: Final = Path(__file__).parent
COLOURS: Final = (*GREYS, "source_text", "target", "target_text")
MOST: Final = 50.0  # BLEU at the end of a bar; more where a model has more


@dataclass(frozen=True)
class Ranked:
    """A model: its BLEU, its size in finished words, and its translation of the sentence."""

    name: str
    bleu: float
    size: str
    wrote: str


@dataclass(frozen=True)
class Group:
    """Models for the same languages, best first, with the sentence that all of them were given."""

    languages: str
    sentence: str
    models: Sequence[Ranked]


@dataclass(frozen=True)
class RankingWords:
    """Finished words: `name` of the whole drawing, the others of the columns."""

    name: str
    bleu: str
    size: str
    wrote: str


def ranking_payload(
    groups: Sequence[Group], chosen: str, words: RankingWords, dark: bool
) -> dict[str, Any]:
    """Data of the component; `chosen` is the name of a model."""
    most = max([MOST, *(model.bleu for group in groups for model in group.models)])
    return {
        "groups": plain(list(groups)),
        "chosen": chosen,
        "most": most,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def ranking(data: Mapping[str, Any], *, key: str, on_pick: Callable[[int], None]) -> None:
    """Draw it; `on_pick` gets the place of the model that is pressed, from 0 through all groups."""
    count = sum(len(group["models"]) for group in data["groups"])
    heard = partial(obey_one, key, "model", count, on_pick)
    component(FOLDER, DOM, RESIZE)(key=key, data=dict(data), on_pick_change=heard)
