"""What the drawing of a river gets: rounded numbers of one position, finished words, colours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from explainer.analysis.river import River
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import plain
from explainer.drawings import DIGITS

COLOURS: Final = (
    *GREYS,
    "residual",
    "source",
    "memory",
    "target",
    "target_text",
    "target_band",
    "weight",
    "weight_text",
    "seq1",
)
NAMES: Final = ("name", "short", "of", "tight")  # of a state
Share = tuple[str, float]  # a token and its probability


@dataclass(frozen=True)
class Level:
    """What one state would write: the most probable tokens, and the one written in the end."""

    top: Sequence[Share]
    wanted: float


@dataclass(frozen=True)
class Flow:
    """A river at one position; `levels` are its words, None where it has none to show."""

    river: River
    position: int
    levels: Sequence[Level] | None = None


@dataclass(frozen=True)
class Mouth:
    """Tokens that may be written next; `kind` "now" or "before" the dams."""

    kind: str
    name: str
    rows: Sequence[Share]


@dataclass(frozen=True)
class RiverWords:
    """Finished words; `open`, `closed`, `norm` and `word` have holes that the browser fills."""

    name: str  # the whole drawing in a sentence
    told: str  # the line below it while nothing is pointed at
    open: str  # {name} {add} {angle} {cos} {x} {sum}
    closed: str  # {name} {before}
    shut: str  # beside a dammed tributary
    norm: str  # {name} {sum} {after}
    word: str  # {name} {word} {p} {rest} {wanted} {share}
    scale: str  # what the ruler measures
    lens: str  # above the words
    line: str  # beside a stroke of the line from word to word {wanted}
    blank: str  # instead of a token that is a space alone


def river_payload(
    now: Flow,
    before: Flow | None,
    *,
    names: Sequence[tuple[str, str, str, str]],
    dammed: Collection[int],
    mouth: Sequence[Mouth],
    source: str,
    wanted: str,
    side: str,
    light: str,
    post: bool,
    words: RiverWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component.

    Args:
        before: the same river without its dams; None where nothing is dammed.
        names: of every state: in full, of its sub-layer alone, of its layer, and of both where
            there is little room.
        dammed: numbers of the sub-layers, from 0 in the order of the river, that add nothing.
        source, wanted: the token at the spring, and the one that is written in the end.
        side: "encoder" or "decoder"; light: "all", "add", "norm" or "words".
        post: whether a norm stands behind every sum.
    """
    places = now.river.places
    if len(names) != len(places):
        raise ValueError(f"{len(names)} names for {len(places)} states")
    return {
        "places": [
            dict(zip(NAMES, names[n], strict=True))
            | {"part": part, "layer": layer, "dammed": n - 1 in dammed}
            for n, (layer, part) in enumerate(places)
        ],
        "now": _numbers(now),
        "before": None if before is None else _numbers(before),
        "lens": _lens(now, before, wanted),
        "mouth": [{"kind": one.kind, "name": one.name, "rows": _shares(one.rows)} for one in mouth],
        "source": source,
        "wanted": wanted,
        "side": side,
        "light": light,
        "post": post,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """An even river into which every sub-layer pours the same: no lengths, no angles, no words."""
    count = len(data["places"])
    even = {"x": [1.0] * count, "sum": [1.0] * (count - 1), "add": [0.5] * (count - 1)}
    words, names = data["words"], dict.fromkeys(("open", "closed", "norm"), "{name}")
    plain_name = words["name"].replace(words["told"], "").strip()
    return {
        **data,
        "now": {**even, "cos": [0.5] * (count - 1)},
        "before": None,
        "lens": None,
        "mouth": [],
        "wanted": "",
        "words": {**words, "told": "", "name": plain_name, "scale": "", **names},
    }


def _numbers(flow: Flow) -> dict[str, list[float]]:
    river, at = flow.river, flow.position
    columns = {"x": river.widths, "sum": river.sums, "add": river.additions, "cos": river.cosines}
    return {
        name: [round(float(value), DIGITS) for value in values[:, at]]
        for name, values in columns.items()
    }


def _lens(now: Flow, before: Flow | None, wanted: str) -> Mapping[str, Any] | None:
    if now.levels is None:
        return None
    old = None if before is None or before.levels is None else _levels(before.levels)
    return {"now": _levels(now.levels), "before": old, "wanted": wanted}


def _levels(levels: Sequence[Level]) -> list[dict[str, Any]]:
    return [
        {"top": _shares(level.top), "wanted": round(float(level.wanted), DIGITS)}
        for level in levels
    ]


def _shares(rows: Sequence[Share]) -> list[list[Any]]:
    return [[token, round(float(share), DIGITS)] for token, share in rows]
