"""Lesson 7: what a layer does to a vector: add, normalise, think by itself, and pass on."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import (
    Asked,
    Axis,
    Number,
    Step,
    Words,
    axis_round,
    lesson,
    listed_choice,
)
from explainer.lessons.printed import so_that
from explainer.text.numbers import decimal

SUM: Final = 0.011  # of a sum of two numbers rounded to two decimals
NORMED: Final = 0.02  # of a number that was standardised by rounded ones
GUESS: Final = 0.1  # of the units: how far an estimate may be off


@dataclass(frozen=True)
class LayersFacts:
    """The last cross-attention's residual and norm at one step of a translation, step from 0.

    `x`, `added` and `total` are one channel (from 0) before, what the sub-layer adds, and the sum;
    `mean` and `deviation` are those of the sum over all channels. `active` of `units` of the last
    feed-forward network are above 0. `lens` has the likeliest token at the step after every layer
    of the decoder. `texts` are what greedy search writes, and what it writes with the last
    feed-forward network switched off.
    """

    layers: tuple[int, int]
    step: int
    written: str
    channel: int
    x: float
    added: float
    total: float
    mean: float
    deviation: float
    units: int
    active: int
    lens: tuple[str, ...]
    texts: tuple[str, str]


LESSON: Final = lesson(
    "layers",
    15,
    Step("count", "layers", params={"layers_view": "river"}),
    Step("add", "layers", params={"layers_view": "river", "layers_light": "add"}),
    Step("norm", "layers", params={"layers_view": "norm"}, known=1),
    Step("alone", "layers", params={"layers_view": "ffn"}, mistake=True),
    Step("active", "layers", params={"layers_view": "ffn"}),
    Step("lens", "layers", params={"layers_view": "river", "layers_light": "words"}),
    Step("off", "ablation", params={"ablation_view": "bench"}, by_hand=True),
)


def ask(step: str, facts: LayersFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def _place(facts: LayersFacts, part: str) -> dict[str, str]:
    """The address of the token in the last layer of the decoder."""
    return {
        "layers_stack": "decoder",
        "layers_layer": str(facts.layers[1]),
        "layers_part": part,
        "layers_token": str(facts.step + 1),
    }


def _count(facts: LayersFacts) -> Asked:
    encoder, decoder = facts.layers
    return Asked(
        Number(
            2 * encoder + 3 * decoder,
            0,
            axis=axis_round(reach=5 * (encoder + decoder), signed=False),
        ),
        {"encoder": str(encoder), "decoder": str(decoder), "count": str(2 * encoder + 3 * decoder)},
    )


def _add(facts: LayersFacts) -> Asked:
    x, added = so_that(operator.add, facts.x, facts.added, to=2)
    return Asked(
        Number(
            facts.total,
            SUM,
            2,
            axis=axis_round(
                ("x", facts.x), ("+", facts.added), reach=abs(facts.x) + abs(facts.added)
            ),
        ),
        {
            "channel": str(facts.channel + 1),
            "x": x,
            "added": added,
            "total": decimal(facts.total),
        },
        {"layers_step": str(facts.step + 1)},
    )


def _norm(facts: LayersFacts) -> Asked:
    standard = (facts.total - facts.mean) / facts.deviation
    total, mean, deviation = so_that(
        lambda total, mean, deviation: (total - mean) / deviation,
        *(facts.total, facts.mean, facts.deviation),
        digits=3,
        to=2,
    )
    return Asked(
        Number(
            standard,
            NORMED * max(1.0, abs(standard)),
            2,
            axis=axis_round(
                ("x", facts.total),
                ("μ", facts.mean),
                ("σ", facts.deviation),
                reach=abs(standard),
            ),
        ),
        {
            "total": total,
            "mean": mean,
            "deviation": deviation,
            "standard": decimal(standard),
        },
        {**_place(facts, "cross_attn"), "layers_channel": str(facts.channel + 1)},
    )


def _alone(facts: LayersFacts) -> Asked:
    options = ("lessonlayers.alone_all", "lessonlayers.alone_before", "lessonlayers.alone_own")
    return Asked(Words(options, 2), {"written": facts.written}, _place(facts, "ffn"))


def _active(facts: LayersFacts) -> Asked:
    return Asked(
        Number(
            facts.active,
            GUESS * facts.units,
            axis=Axis(0, facts.units, (("d_ff", facts.units),)),
        ),
        {
            "units": str(facts.units),
            "active": str(facts.active),
            "share": f"{decimal(100 * facts.active / facts.units, 0)}%",
            "slack": str(int(GUESS * facts.units)),
        },
        _place(facts, "ffn"),
    )


def _lens(facts: LayersFacts) -> Asked | None:
    question = listed_choice(facts.lens[0], sorted(facts.lens))
    if question is None:
        return None
    return Asked(
        question,
        {
            "written": facts.written,
            "first": facts.lens[0],
            "path": " → ".join(facts.lens),
            "last": str(len(facts.lens)),
        },
        {"layers_step": str(facts.step + 1)},
    )


def _off(facts: LayersFacts) -> Asked:
    text, without = facts.texts
    return Asked(
        Words(
            ("lessonlayers.off_same", "lessonlayers.off_other"),
            int(text != without),
            ("same", "other"),
        ),
        {"last": str(facts.layers[1]), "text": text, "without": without},
        {
            "ablation_kind": "ffn",
            "ablation_side": "decoder",
            "ablation_layer": str(facts.layers[1]),
        },
    )


QUESTIONS: Final[dict[str, Callable[[LayersFacts], Asked | None]]] = {
    "count": _count,
    "add": _add,
    "norm": _norm,
    "alone": _alone,
    "active": _active,
    "lens": _lens,
    "off": _off,
}
