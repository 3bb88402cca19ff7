"""Every step's distribution as one bar of length 1; the part that is written is read next."""

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
    obey,
    plain,
)

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (ANSWERS, DOM, NUMBERS, SVG, SHADE, RESIZE, PLAY, FOLDER / "rows.js")
COLOURS: Final = (*GREYS, "mask", "target", "target_text", "target_band")


@dataclass(frozen=True)
class Part:
    """A candidate of a step; one that `may` not be written is no button."""

    piece: str
    prob: float
    may: bool = True


@dataclass(frozen=True)
class Row:
    """A step: what the decoder reads last, the candidates, the index of the written one.

    `rank` is that of the written one, `entropy` is in nats, `total` the sum of log-probabilities
    up to here. Several `forced` rows are those in which the reader chose.
    """

    read: str
    parts: Sequence[Part]
    chosen: int
    rank: int
    entropy: float
    total: float
    forced: bool = False


@dataclass(frozen=True)
class PickWords:
    """Finished words; those with holes are filled by the browser."""

    title: str  # the whole drawing
    read: str  # above what is read
    bars: str  # above the bars
    play: str
    told: str  # {step} {piece} {p} {rank} {bits} {even} {total}
    second: str  # {piece} {p}: the most probable other one
    would: str  # {piece} {p} {step}: under a part that is not written
    forced: str  # of a row in which the reader chose


def picks_payload(
    *, rows: Sequence[Row], chosen: int, words: PickWords, dark: bool
) -> dict[str, Any]:
    """`chosen` is the step at hand, from 0. Raises ValueError where a bar is longer than 1."""
    if any(sum(part.prob for part in row.parts) > 1 + 1e-6 for row in rows):
        raise ValueError("the parts of a step are more than 1")
    return {
        "rows": [
            {
                "read": row.read,
                "parts": [[p.piece, round(p.prob, DIGITS), int(p.may)] for p in row.parts],
                "chosen": row.chosen,
                "rank": row.rank,
                "nats": round(row.entropy, DIGITS),
                "total": round(row.total, DIGITS),
                "forced": int(row.forced),
            }
            for row in rows
        ],
        "chosen": chosen,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """What was written before the step at hand; its candidates equally wide, by the alphabet."""
    at = data["chosen"]
    rows = [{**row, "parts": [[row["parts"][row["chosen"]][0], 1, 0]]} for row in data["rows"][:at]]
    names = sorted(piece for piece, _, _ in data["rows"][at]["parts"])
    rows.append({**data["rows"][at], "parts": [[name, 1 / len(names), 0] for name in names]})
    rows[-1]["open"] = 1
    known = {"chosen": 0, "rank": 0, "nats": 0, "total": 0}
    words = {**data["words"], **dict.fromkeys(("told", "second", "would"), "")}
    return {**data, "rows": [{**row, **known} for row in rows], "words": words, "offers": names}


def picks(
    data: Mapping[str, Any],
    *,
    key: str,
    on_step: Callable[[int], None],
    on_force: Callable[[int, int], None],
) -> None:
    """Draw it; `on_step` gets the step where the reader rests, `on_force` a step and the index of
    the part that is to be written there.
    """
    widest = max(len(row["parts"]) for row in data["rows"])
    sizes = {"step": len(data["rows"]), "force": len(data["rows"]) * widest}

    def heard(pick: tuple[str, int]) -> None:
        what, index = pick
        if what == "step":
            on_step(index)
            return
        step, part = divmod(index, widest)
        parts = data["rows"][step]["parts"]
        if part < len(parts) and parts[part][2]:
            on_force(step, part)

    component(FOLDER, *SCRIPTS, veil=veil)(
        key=key, data={**data, "widest": widest}, on_pick_change=partial(obey, key, sizes, heard)
    )
