"""Lesson 9: how a mistake becomes a change of the weights."""

from __future__ import annotations

import math
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
from explainer.lessons.printed import significant, so_that
from explainer.text.numbers import decimal, power

LOSS: Final = 0.02  # nats: of the logarithm of a rounded probability
LEAST: Final = 1e-4  # of a probability that is printed
LARGEST_LOSS: Final = 10.0  # more than -ln of it
EPSILON: Final = 0.1
WARMUP: Final = 1000
RATE: Final = 0.001


@dataclass(frozen=True)
class TrainingFacts:
    """The batch of the page of training, a pair of it, and the settings of the model.

    `tokens` and `losses` are those of the pair's target, nats; `place` (from 0) is the one with the
    largest loss, where the model's first choice is `guess`. `sure` is the largest probability of a
    wanted token. `n_tokens` of the batch's `places` are real; `loss` is the mean over them.
    """

    sentence: int
    tokens: tuple[str, ...]
    losses: tuple[float, ...]
    place: int
    guess: str
    sure: float
    n_tokens: int
    places: int
    loss: float
    vocabulary: int
    dropout: float


LESSON: Final = lesson(
    "training",
    15,
    Step("fed", "forcing", by_hand=True),
    Step("loss", "training", params={"training_view": "loss"}),
    Step("pad", "training", params={"training_view": "loss"}, mistake=True),
    Step("smooth", "training", params={"training_view": "loss"}),
    Step("push", "training", params={"training_view": "loss"}),
    Step("rate", "training", params={"training_view": "rate"}),
    Step("adam", "training", params={"training_view": "step"}),
    Step("drop", "training", params={"training_view": "rate"}),
)


def ask(step: str, facts: TrainingFacts) -> Asked | None:
    """The question of a step; None where this batch leaves nothing to predict."""
    return QUESTIONS[step](facts)


def _here(facts: TrainingFacts) -> dict[str, str]:
    """The address of the sentence and the place."""
    return {
        "training_sentence": str(facts.sentence + 1),
        "training_place": str(facts.place + 1),
    }


def _inputs(facts: TrainingFacts) -> Asked | None:
    wanted = facts.tokens[facts.place]
    question = listed_choice(wanted, sorted({wanted, facts.guess}))
    if question is None:
        return None
    return Asked(
        question,
        {"guess": facts.guess, "wanted": wanted},
        {"forcing_position": str(facts.place + 1)},
    )


def _loss(facts: TrainingFacts) -> Asked:
    loss = facts.losses[facts.place]
    given = max(math.exp(-loss), LEAST)
    (p,) = so_that(lambda p: -math.log(p), given, digits=max(4, significant(given)), to=2)
    return Asked(
        Number(
            -math.log(given),
            max(LOSS, 0.02 * loss),
            2,
            axis=Axis(0, LARGEST_LOSS, (("p", given),)),
        ),
        {
            "wanted": facts.tokens[facts.place],
            "p": p,
            "loss": decimal(-math.log(given)),
        },
        _here(facts),
    )


def _pad(facts: TrainingFacts) -> Asked:
    over_all = facts.loss * facts.n_tokens / facts.places
    (loss,) = so_that(lambda one: one * facts.n_tokens / facts.places, facts.loss, digits=3, to=2)
    return Asked(
        Number(over_all, LOSS, 2, axis=axis_round(("loss", facts.loss), reach=0, signed=False)),
        {
            "tokens": str(facts.n_tokens),
            "places": str(facts.places),
            "pads": str(facts.places - facts.n_tokens),
            "loss": loss,
            "wrong": decimal(over_all),
        },
        _here(facts),
    )


def _smooth(facts: TrainingFacts) -> Asked:
    wanted = 1 - EPSILON + EPSILON / facts.vocabulary
    return Asked(
        Number(wanted, 0.002, 3, axis=Axis(0, 1, (("ε", EPSILON),))),
        {
            "epsilon": decimal(EPSILON, 1),
            "vocabulary": f"{facts.vocabulary:,}",
            "each": power(EPSILON / facts.vocabulary, 1),
            "wanted": decimal(wanted, 3),
        },
        _here(facts),
    )


def _push(facts: TrainingFacts) -> Asked:
    wanted = 1 - EPSILON + EPSILON / facts.vocabulary
    options = ("lessontraining.push_up", "lessontraining.push_down")
    p, q = so_that(operator.sub, facts.sure, wanted, digits=3, to=3)
    return Asked(
        Words(options, int(facts.sure > wanted)),
        {
            "p": p,
            "wanted": q,
            "gradient": decimal(facts.sure - wanted, 3),
        },
        _here(facts),
    )


def _rate(facts: TrainingFacts) -> Asked:
    return Asked(
        Number(WARMUP, 0, axis=Axis(0, 5 * WARMUP)),
        {"warmup": f"{WARMUP:,}", "half": f"{4 * WARMUP:,}"},
        {"training_warmup": str(WARMUP)},
    )


def _adam(facts: TrainingFacts) -> Asked:
    return Asked(Number(RATE, 1e-5, 4, axis=Axis(0, 5 * RATE)), {"rate": decimal(RATE, 3)})


def _drop(facts: TrainingFacts) -> Asked | None:
    if not 0 < facts.dropout < 1:
        return None
    factor = 1 / (1 - facts.dropout)
    return Asked(
        Number(factor, 0.01, 3, axis=Axis(0, 2, (("1 − p", 1 - facts.dropout),))),
        {
            "p": decimal(facts.dropout),
            "kept": decimal(1 - facts.dropout),
            "factor": decimal(factor, 3),
        },
    )


QUESTIONS: Final[dict[str, Callable[[TrainingFacts], Asked | None]]] = {
    "fed": _inputs,
    "loss": _loss,
    "pad": _pad,
    "smooth": _smooth,
    "push": _push,
    "rate": _rate,
    "adam": _adam,
    "drop": _drop,
}
