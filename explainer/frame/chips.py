"""Tokens as chips in a line that wraps: words stay together, numbers stand below each token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from explainer.drawings import Choice, cell_in, drawing
from explainer.tokenizer.tokenizer import EOS, UNK

Kind = Literal["source", "target", "special", "unknown"]


@dataclass(frozen=True)
class Chip:
    """One token. `lines` stand below it; `begins` says that a word begins here."""

    token: str
    kind: Kind
    lines: tuple[str, ...] = ()
    begins: bool = True
    tip: str = ""


@dataclass(frozen=True)
class ChipRow:
    """A line of chips with its name; `name` may be empty."""

    name: str
    chips: Sequence[Chip]


def chips(
    *,
    rows: Sequence[ChipRow],
    title: str,
    key: str,
    chosen: tuple[int, int] | None = None,
    on_pick: Callable[[tuple[int, int]], None] | None = None,
    beside: bool = False,
) -> None:
    """Draw the rows; `beside` each other where there is room. With `on_pick` a chip is a button;
    it gets (row, place) before the next run.

    `title` tells a screen reader what the chips are.
    """

    def choose(choice: Choice) -> None:
        place = cell_in(choice.get("chosen"), [len(row.chips) for row in rows])
        if place is not None and on_pick is not None:
            on_pick(place)

    given = [{"name": row.name, "chips": [asdict(chip) for chip in row.chips]} for row in rows]
    data = {"title": title, "rows": given, "picks": on_pick is not None, "beside": beside}
    drawing("token_chips", data, words={}, key=key, chosen={"chosen": chosen}, on_choice=choose)


def kind_of(index: int, side: Kind) -> Kind:
    """How a chip looks: unknown and special tokens are not of a side."""
    if index == UNK:
        return "unknown"
    return "special" if index <= EOS else side
