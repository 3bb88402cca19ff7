"""Lesson 2: why a Transformer needs positions, and what its positions are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import Asked, Axis, Number, Step, Words, lesson
from explainer.text.numbers import decimal, power

ROUNDING: Final = 1e-3  # what 32 bits may add up to; a moved vector differs by whole units


@dataclass(frozen=True)
class PositionsFacts:
    """The encoder with its tokens in another order, and the table of sines and cosines.

    `off` and `on` are the largest differences between the moved vectors and the vectors of the
    moved sentence, without and with positions; `order` counts from 0. `sine` is PE[1, 0], `norm`
    the squared length of PE[1]; `waves` the shortest and the longest wavelength; `near` and `far`
    dot products of two pairs of positions equally far apart; `misprint` the first four values of
    channel 0 in the misprinted formula.
    """

    off: float
    on: float
    order: tuple[int, ...]
    text: str
    moved_text: str
    d_model: int
    sine: float
    norm: float
    waves: tuple[float, float]
    near: float
    far: float
    misprint: tuple[float, ...]


NEAR_PAIR: Final = (3, 10)
FAR_PAIR: Final = (23, 30)

LESSON: Final = lesson(
    "positions",
    15,
    Step(
        "off",
        "positions",
        params={"positions_view": "others"},
        figure=2,
    ),
    Step(
        "on",
        "positions",
        params={"positions_view": "others"},
        figure=2,
    ),
    Step(
        "sine",
        "positions",
        params={"positions_view": "waves"},
        shown={"row": "2", "col": "1"},
        figure=2,
    ),
    Step("norm", "positions", params={"positions_view": "dials"}, figure=2),
    Step("waves", "positions", params={"positions_view": "waves"}),
    Step("distance", "positions", params={"positions_view": "dials"}, figure=2),
    Step("misprint", "positions", params={"positions_view": "waves"}, mistake=True),
)


def ask(step: str, facts: PositionsFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def _order_params(facts: PositionsFacts) -> dict[str, str]:
    """The order as the page of positions reads it."""
    return {"positions_order": "-".join(str(i + 1) for i in facts.order)}


def _off(facts: PositionsFacts) -> Asked | None:
    if len(facts.order) < 2:
        return None
    return Asked(
        Words(
            ("lessonpositions.off_same", "lessonpositions.off_other"),
            0 if facts.off < ROUNDING else 1,
        ),
        {"difference": power(facts.off)},
        _order_params(facts),
    )


def _on(facts: PositionsFacts) -> Asked | None:
    if len(facts.order) < 2:
        return None
    return Asked(
        Words(
            ("lessonpositions.on_same", "lessonpositions.on_other"),
            0 if facts.on < ROUNDING else 1,
        ),
        {
            "difference": decimal(facts.on),
            "off": power(facts.off),
            "text": facts.text,
            "moved": facts.moved_text,
        },
        _order_params(facts),
    )


def _sine(facts: PositionsFacts) -> Asked:
    return Asked(Number(facts.sine, 0.01, 3, axis=Axis(-1, 1)), {"value": decimal(facts.sine, 3)})


def _norm(facts: PositionsFacts) -> Asked:
    return Asked(
        Number(facts.norm, 0.01, 0, axis=Axis(0, facts.d_model, (("d", facts.d_model),))),
        {"d": str(facts.d_model), "pairs": str(facts.d_model // 2), "norm": decimal(facts.norm, 0)},
    )


def _waves(facts: PositionsFacts) -> Asked | None:
    first, last = facts.waves
    if first == last:  # a table two channels wide
        return None
    return Asked(
        Words(("lessonpositions.waves_first", "lessonpositions.waves_last"), int(last > first)),
        {"first": decimal(first), "last": f"{last:,.0f}", "d": str(facts.d_model)},
    )


def _distance(facts: PositionsFacts) -> Asked:
    difference = facts.near - facts.far
    right = 2 if abs(difference) < ROUNDING else 0 if difference > 0 else 1
    names = zip("pqrs", (*NEAR_PAIR, *FAR_PAIR), strict=True)
    return Asked(
        Words(
            (
                "lessonpositions.distance_near",
                "lessonpositions.distance_far",
                "lessonpositions.distance_equal",
            ),
            right,
        ),
        {
            **{name: str(place) for name, place in names},
            "near": decimal(facts.near, 3),
            "far": decimal(facts.far, 3),
            "apart": str(NEAR_PAIR[1] - NEAR_PAIR[0]),
        },
    )


def _misprint(facts: PositionsFacts) -> Asked:
    flat = max(facts.misprint) - min(facts.misprint) < ROUNDING
    return Asked(
        Words(("lessonpositions.misprint_wave", "lessonpositions.misprint_flat"), int(flat)),
        {"values": ", ".join(decimal(value, 3) for value in facts.misprint)},
    )


QUESTIONS: Final[dict[str, Callable[[PositionsFacts], Asked | None]]] = {
    "off": _off,
    "on": _on,
    "sine": _sine,
    "norm": _norm,
    "waves": _waves,
    "distance": _distance,
    "misprint": _misprint,
}
