"""Token chips in a wrapping line: words stay together, numbers are printed below each token."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from explainer.drawings import Choice, cell_in, drawing
from explainer.tokenizer.tokenizer import EOS, UNK

Kind = Literal["source", "target", "special", "unknown", "pad"]
Layout = Literal["", "beside", "grid"]  # rows below each other, or beside; a column a chip


@dataclass(frozen=True)
class Chip:
    """One token with `lines` of text below it; `begins`: it starts a word."""

    token: str
    kind: Kind
    lines: tuple[str, ...] = ()
    begins: bool = True


@dataclass(frozen=True)
class ChipRow:
    """A row of chips with its name, which may be empty."""

    name: str
    chips: Sequence[Chip]


def chips(
    *,
    rows: Sequence[ChipRow],
    title: str,
    key: str,
    chosen: tuple[int, int] | None = None,
    on_pick: Callable[[tuple[int, int]], None] | None = None,
    layout: Layout = "",
) -> None:
    """Draw the rows; in a grid all have the same number of chips.

    With `on_pick` chips are buttons; it is called with (row, index) before the next run. `title` is
    for screen readers.
    """

    def choose(choice: Choice) -> None:
        cell = cell_in(choice.get("chosen"), [len(row.chips) for row in rows])
        if cell is not None and on_pick is not None:
            on_pick(cell)

    payload = [{"name": row.name, "chips": [asdict(chip) for chip in row.chips]} for row in rows]
    data = {"title": title, "rows": payload, "picks": on_pick is not None, "layout": layout}
    drawing("token_chips", data, words={}, key=key, chosen={"chosen": chosen}, on_choice=choose)


def kind_of(index: int, side: Kind) -> Kind:
    """Return the style of a token's chip: unknown, special, or that of its side."""
    if index == UNK:
        return "unknown"
    return "special" if index <= EOS else side
