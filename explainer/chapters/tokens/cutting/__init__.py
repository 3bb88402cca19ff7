"""A sentence cut into tokens: its characters, the chosen way, the ids, and all other tokens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import (
    ANSWERS,
    DIGITS,
    DOM,
    NUMBERS,
    PLAY,
    RESIZE,
    SHADE,
    SVG,
    component,
    obey_one,
    plain,
)
from explainer.tokenizer.lattice import Arc, Way

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (ANSWERS, DOM, NUMBERS, SVG, SHADE, RESIZE, PLAY, FOLDER / "lines.js")
COLOURS: Final = (
    *GREYS,
    "source",
    "source_text",
    "source_band",
    "correct",
    "correct_text",
    "error",
    "error_text",
    "mask",
)


@dataclass(frozen=True)
class CutWords:
    """Finished words; those with holes are filled by the browser."""

    title: str  # the whole drawing
    letters: str  # names of the rows
    tokens: str
    ids: str
    others: str
    told: str  # {piece} {id} {score}
    through: str  # {way}: where a press on a token leads
    nowhere: str  # of a token that none of the ways has
    own: str  # a cut of the reader's own: {count} {score} {best} {times}
    lacks: str  # where the vocabulary has no token for it


def cutting_payload(
    *,
    marked: str,
    arcs: Sequence[Arc],
    ways: Mapping[str, Way],
    names: Mapping[str, str],
    chosen: str,
    end: tuple[str, int],
    words: CutWords,
    dark: bool,
) -> dict[str, Any]:
    """`arcs` are all tokens that fit somewhere in `marked`, `ways` paths through them by option,
    the best first, called by `names`; `end` is the special token behind the sentence, with its id.

    Raises ValueError for a way that does not cover the sentence from end to end.
    """
    drawn = list(dict.fromkeys((*arcs, *(arc for way in ways.values() for arc in way.arcs))))
    place = {arc: index for index, arc in enumerate(drawn)}
    for name, way in ways.items():
        if "".join(arc.piece for arc in way.arcs) != marked:
            raise ValueError(f"way {name} is not the sentence")
    return {
        "marked": marked,
        "arcs": [[a.start, a.end, a.piece, a.id, round(a.score, DIGITS)] for a in drawn],
        "ways": [[place[arc] for arc in way.arcs] for way in ways.values()],
        "names": [names[name] for name in ways],
        "chosen": list(ways).index(chosen),
        "end": list(end),
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """The words, each still in one: neither where they are cut nor into what. One may be chosen, or
    all of them cut by hand.
    """
    marked = data["marked"]
    words = {**data["words"], **dict.fromkeys(("told", "through", "nowhere", "own", "lacks"), "")}
    starts = [at for at, sign in enumerate(marked) if sign == "▁" or at == 0]
    ends = [*starts[1:], len(marked)]
    arcs = [[start, end, "?", "?", 0] for start, end in zip(starts, ends, strict=True)]
    offers = [marked[start:end].removeprefix("▁") for start, end, *_ in arcs]
    whole = {"arcs": arcs, "ways": [list(range(len(arcs)))], "chosen": 0}
    return {**data, **whole, "words": words, "offers": offers}


def cutting(data: Mapping[str, Any], *, key: str, on_pick: Callable[[int], None]) -> None:
    """Draw it; `on_pick` gets the index of the way that a press on a token leads to."""
    heard = partial(obey_one, key, "way", len(data["ways"]), on_pick)
    component(FOLDER, *SCRIPTS, veil=veil)(key=key, data=dict(data), on_pick_change=heard)
