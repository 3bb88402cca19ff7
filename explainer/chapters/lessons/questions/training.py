"""Lesson 9: how an error changes the weights."""

from __future__ import annotations

import math
import operator
from functools import cached_property
from typing import Final

import numpy as np

from explainer.frame.reference import usual_reference
from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, axis_for, pose, string_choice
from explainer.lessons.printed import printable, sig_digits
from explainer.runs import recipe
from explainer.runs.forced import forced_pass
from explainer.runs.registry import model_of
from explainer.text.numbers import decimal, power

LOSS: Final = 0.02  # nats: of the logarithm of a rounded probability
LEAST: Final = 1e-4  # of a probability that is printed
LARGEST_LOSS: Final = 10.0  # more than -ln of it
EPSILON: Final = 0.1
WARMUP: Final = 1000
PUSH: Final = 0.01  # of a gradient between 0 and 1
RATE: Final = 0.001


class Facts:
    """Facts of the training page's batch and this sentence's pair in it, else the first.

    `tokens` and `losses` are those of the pair's target, nats; `place` (from 0) is the one with the
    largest loss. `sure` is the largest probability of a wanted token. `n_tokens` of the batch's
    `places` are real; `loss` is the mean over them.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        name = view.translation.model
        batch = recipe.pairs(name, recipe.PAIRS)
        passes = [forced_pass(name, one.source_ids, one.target_ids) for one in batch]
        losses = [one.losses for one in passes]
        own = (at for at, one in enumerate(batch) if one.source == view.translation.source.text)
        self.sentence = at = next(own, 0)
        self.tokens = model_of(name).tokens(batch[at].target_ids)
        self.losses, self.place = tuple(losses[at].tolist()), int(losses[at].argmax())
        self.sure = float(np.exp(-min(map(np.min, losses))))
        self.n_tokens, self.places = sum(map(len, losses)), len(losses) * max(map(len, losses))
        self.loss = float(np.concatenate(losses).mean())
        self.vocabulary = view.translation.n_vocab
        self.dropout = float(view.card.get("model", {}).get("dropout", 0))

    @cached_property
    def fed(self) -> tuple[int, str, str]:
        """Of this sentence and its reference the place with the largest loss: the wanted token, and
        the model's first choice.
        """
        name, ids = self.view.translation.model, usual_reference(self.view).ids
        forced = forced_pass(name, self.view.translation.source.ids, ids)
        place = int(forced.losses.argmax())
        wanted, guess = model_of(name).tokens((ids[place], int(forced.top_ids[place, 0])))
        return place, wanted, guess


def _here(facts: Facts) -> dict[str, str]:
    """Return the URL parameters of the sentence and position."""
    return {"training_sentence": str(facts.sentence + 1), "training_place": str(facts.place + 1)}


def ask_fed(facts: Facts) -> Posed | None:
    """Ask for the model's first choice at the token of largest loss."""
    place, wanted, guess = facts.fed
    question = string_choice(wanted, sorted({wanted, guess}))
    if question is None:
        return None
    return pose(question, {"forcing_position": str(place + 1)}, guess=guess, wanted=wanted)


def ask_loss(facts: Facts) -> Posed:
    loss = facts.losses[facts.place]
    given = max(math.exp(-loss), LEAST)
    (p,) = printable(lambda p: -math.log(p), given, digits=max(4, sig_digits(given)), to=2)
    return pose(
        Number(
            -math.log(given), max(LOSS, 0.02 * loss), 2, axis=Axis(0, LARGEST_LOSS, (("p", given),))
        ),
        _here(facts),
        wanted=facts.tokens[facts.place],
        p=p,
        loss=-math.log(given),
    )


def ask_pad(facts: Facts) -> Posed:
    over_all = facts.loss * facts.n_tokens / facts.places
    (loss,) = printable(lambda one: one * facts.n_tokens / facts.places, facts.loss, digits=3, to=2)
    return pose(
        Number(over_all, LOSS, 2, axis=axis_for(("loss", facts.loss), reach=0, signed=False)),
        _here(facts),
        tokens=facts.n_tokens,
        places=facts.places,
        pads=facts.places - facts.n_tokens,
        loss=loss,
        wrong=over_all,
    )


def ask_smooth(facts: Facts) -> Posed:
    wanted = 1 - EPSILON + EPSILON / facts.vocabulary
    return pose(
        Number(wanted, 0.002, 3, axis=Axis(0, 1, (("ε", EPSILON),))),
        _here(facts),
        epsilon=decimal(EPSILON, 1),
        vocabulary=f"{facts.vocabulary:,}",
        each=power(EPSILON / facts.vocabulary, 1),
        wanted=decimal(wanted, 3),
    )


def ask_push(facts: Facts) -> Posed:
    """Ask for the gradient at the target's logit, p - q with label smoothing."""
    wanted = 1 - EPSILON + EPSILON / facts.vocabulary
    p, q = printable(operator.sub, facts.sure, wanted, digits=3, to=3)
    return pose(
        Number(
            facts.sure - wanted, PUSH, 3, axis=axis_for(("p", facts.sure), ("q", wanted), reach=0)
        ),
        _here(facts),
        p=p,
        wanted=q,
        gradient=decimal(facts.sure - wanted, 3),
    )


def ask_rate(facts: Facts) -> Posed:
    return pose(
        Number(WARMUP, 0, axis=Axis(0, 5 * WARMUP)),
        {"training_warmup": str(WARMUP)},
        warmup=f"{WARMUP:,}",
        half=f"{4 * WARMUP:,}",
    )


def ask_adam(facts: Facts) -> Posed:
    return pose(Number(RATE, 1e-5, 4, axis=Axis(0, 5 * RATE)), rate=decimal(RATE, 3))


def ask_drop(facts: Facts) -> Posed | None:
    """Ask for the factor 1 / (1 - p) of dropout."""
    if not 0 < facts.dropout < 1:
        return None
    factor = 1 / (1 - facts.dropout)
    return pose(
        Number(factor, 0.01, 3, axis=Axis(0, 2, (("1 − p", 1 - facts.dropout),))),
        p=facts.dropout,
        kept=1 - facts.dropout,
        factor=decimal(factor, 3),
    )
