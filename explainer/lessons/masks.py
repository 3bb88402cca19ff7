"""Lesson 4: masks, and what goes wrong without them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import Asked, Axis, Number, Step, Words, lesson
from explainer.lessons.printed import so_that
from explainer.text.numbers import decimal, percent, power

SHARE: Final = 0.01  # of a weight or a sum of weights
NOTHING: Final = 1e-3  # nats a token: what rounding in 32 bits may do to a loss
PADDING: Final = 8  # <pad> behind the sentence, as the page of masks opens


@dataclass(frozen=True)
class TwoCells:
    """A row of the decoder that sees two places: raised scores of both, and the first weight."""

    raised: tuple[float, float]
    weight: float


@dataclass(frozen=True)
class AfterRow:
    """A row masked after the softmax: raised scores it may see and may not, summed; its sum.

    Layer, head and row count from 0.
    """

    layer: int
    last_layer: int
    head: int
    row: int
    seen: float
    hidden: float
    total: float


@dataclass(frozen=True)
class MasksFacts:
    """The decoder of one run. `closed` of its places x places cells are masked.

    `second` and `after` are None where the output is too short. The losses (nats a token, given the
    sentence the model itself wrote): as it is; with padding behind the source; with padding and no
    causal mask; with padding and no padding mask.
    """

    places: int
    closed: int
    first_weight: float
    second: TwoCells | None
    after: AfterRow | None
    loss: float
    loss_padded: float
    loss_ahead: float
    loss_unpadded: float


LESSON: Final = lesson(
    "masks",
    15,
    Step("cells", "heads", params={"kind": "decoder"}, figure=2),
    Step("first", "heads", params={"kind": "decoder"}, figure=2),
    Step(
        "second",
        "cell",
        params={"kind": "decoder", "row": "2", "col": "1", "cell_stage": "5"},
        shown={"cell_stage": "6"},
    ),
    Step("after", "masks", params={"masks_view": "batch"}, mistake=True, figure=2),
    Step("ahead", "masks", params={"masks_view": "off"}, by_hand=True),
    Step("padded", "masks", params={"masks_view": "off", "masks_causal": "1"}, by_hand=True),
    Step(
        "open",
        "masks",
        params={
            "masks_view": "off",
            "masks_causal": "1",
            "masks_encoder": "0",
            "masks_cross": "0",
        },
        by_hand=True,
    ),
)


def ask(step: str, facts: MasksFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def _cells(facts: MasksFacts) -> Asked:
    return Asked(
        Number(facts.closed, 0, axis=Axis(0, facts.places**2, (("n²", facts.places**2),))),
        {
            "places": str(facts.places),
            "cells": str(facts.places**2),
            "closed": str(facts.closed),
            "before": str(facts.places - 1),
        },
    )


def _first(facts: MasksFacts) -> Asked:
    return Asked(
        Number(facts.first_weight, SHARE, 2, axis=Axis(0, 1)),
        {"weight": decimal(facts.first_weight)},
    )


def _second(facts: MasksFacts) -> Asked | None:
    if facts.second is None:
        return None
    one, two = facts.second.raised
    one_told, two_told = so_that(lambda a, b: a / (a + b), one, two, digits=3, to=3)
    return Asked(
        Number(facts.second.weight, SHARE, 3, axis=Axis(0, 1)),
        {
            "one": one_told,
            "two": two_told,
            "weight": decimal(facts.second.weight, 3),
            "rest": decimal(1 - round(facts.second.weight, 3), 3),
        },
    )


def _after(facts: MasksFacts) -> Asked | None:
    row = facts.after
    if row is None:
        return None
    place = {"head": str(row.head + 1), "row": str(row.row + 1)}
    if row.layer != row.last_layer:
        place["layer"] = str(row.layer + 1)
    seen, hidden = so_that(lambda a, b: a / (a + b), row.seen, row.hidden, to=2)
    return Asked(
        Number(row.total, SHARE, 2, axis=Axis(0, 1)),
        {
            "row": str(row.row + 1),
            "head": str(row.head + 1),
            "seen": seen,
            "hidden": hidden,
            "total": decimal(row.total),
            "lost": percent(1 - round(row.total, 2), 0),
        },
        place,
    )


def _change(before: float, after: float) -> int:
    """0 nothing to speak of, 1 the loss rises, 2 it falls."""
    if abs(after - before) < NOTHING:
        return 0
    return 1 if after > before else 2


def _losses(before: float, after: float) -> Asked:
    return Asked(
        Words(
            ("lessonmasks.loss_same", "lessonmasks.loss_rises", "lessonmasks.loss_falls"),
            _change(before, after),
            ("same", "longer", "shorter"),
        ),
        {
            "before": decimal(before, 3),
            "after": decimal(after, 3),
            "padding": str(PADDING),
            "change": power(abs(after - before)),
        },
    )


def _ahead(facts: MasksFacts) -> Asked:
    return _losses(facts.loss_padded, facts.loss_ahead)


def _padding(facts: MasksFacts) -> Asked:
    return _losses(facts.loss, facts.loss_padded)


def _open(facts: MasksFacts) -> Asked:
    return _losses(facts.loss_padded, facts.loss_unpadded)


QUESTIONS: Final[dict[str, Callable[[MasksFacts], Asked | None]]] = {
    "cells": _cells,
    "first": _first,
    "second": _second,
    "after": _after,
    "ahead": _ahead,
    "padded": _padding,
    "open": _open,
}
