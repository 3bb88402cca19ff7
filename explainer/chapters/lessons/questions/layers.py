"""Lesson 7: what a layer does to a vector: add, normalise, think by itself, and pass on."""

from __future__ import annotations

import operator
from functools import cached_property
from typing import Final

import numpy as np

from explainer.analysis.interventions import Intervention
from explainer.analysis.logit_lens import lens
from explainer.analysis.normalisation import EPSILON
from explainer.frame.pickers import start_step
from explainer.frame.view import View
from explainer.lessons.parts import Asked, Axis, Number, asked, axis_round, listed_choice
from explainer.lessons.printed import so_that
from explainer.runs import resources
from explainer.runs.registry import model_of
from explainer.text.numbers import decimal
from explainer.translation import Translation, prefix_of

SUM: Final = 0.011  # of a sum of two numbers rounded to two decimals
NORMED: Final = 0.02  # of a number that was standardised by rounded ones
GUESS: Final = 0.1  # of the units: how far an estimate may be off


class Facts:
    """The last cross-attention's residual and norm at the farthest look, step from 0.

    `x`, `added` and `total` are the channel (from 0) it moves most before, what the sub-layer adds,
    and the sum; `mean` and `deviation` are those of the sum over all channels. `active` of `units`
    of the last feed-forward network are above 0. `lens` has the likeliest token at the step after
    every layer of the decoder.
    """

    def __init__(self, view: View) -> None:
        self.done = done = view.translation
        trace, self.step = done.trace, start_step(done)
        self.written = done.predicted_tokens[self.step]
        encoder, decoder = (len(done.attention(kind)) for kind in ("encoder", "decoder"))
        self.layers = encoder, decoder
        prefix = f"decoder.{decoder - 1}"
        total = trace[f"{prefix}.add2.sum"][self.step].astype(np.float64)
        added = trace[f"{prefix_of('cross', decoder - 1)}.out"][self.step].astype(np.float64)
        self.channel = int(np.abs(added).argmax())
        self.added, self.total = float(added[self.channel]), float(total[self.channel])
        self.x = float(total[self.channel] - added[self.channel])
        self.mean = float(total.mean())
        self.deviation = float(np.sqrt(total.var() + EPSILON))
        active = trace[f"{prefix}.ffn.act"][self.step] > 0
        self.units, self.active = len(active), int(active.sum())
        last = [f"decoder.{layer}.add3" for layer in range(decoder)]
        part = "norm" if f"{last[0]}.norm" in trace else "sum"
        states = np.stack([trace[f"{one}.{part}"][[self.step]] for one in last])
        model = model_of(done.model)
        matrix, bias = model.output
        top = lens(states, matrix, [done.predicted[self.step]], 1, bias).top_ids[:, 0, 0]
        self.lens = model.tokens(tuple(int(i) for i in top))

    @cached_property
    def texts(self) -> tuple[str, str]:
        """What greedy search writes, and without the last feed-forward network."""
        return with_and_without(self.done, Intervention("ffn", "decoder", self.layers[1] - 1))


def with_and_without(done: Translation, off: Intervention) -> tuple[str, str]:
    """What greedy search writes, and what it writes under the change."""
    name, ids = done.model, done.source.ids
    return (resources.greedy_output(name, ids)[2], resources.greedy_output(name, ids, (off,))[2])


def _place(facts: Facts, part: str) -> dict[str, str]:
    """The address of the token in the last layer of the decoder."""
    return {
        "layers_stack": "decoder",
        "layers_layer": str(facts.layers[1]),
        "layers_part": part,
        "layers_token": str(facts.step + 1),
    }


def ask_count(facts: Facts) -> Asked:
    encoder, decoder = facts.layers
    return asked(
        Number(
            2 * encoder + 3 * decoder,
            0,
            axis=axis_round(reach=5 * (encoder + decoder), signed=False),
        ),
        encoder=encoder,
        decoder=decoder,
        count=2 * encoder + 3 * decoder,
    )


def ask_add(facts: Facts) -> Asked:
    x, added = so_that(operator.add, facts.x, facts.added, to=2)
    return asked(
        Number(
            facts.total,
            SUM,
            2,
            axis=axis_round(
                ("x", facts.x), ("+", facts.added), reach=abs(facts.x) + abs(facts.added)
            ),
        ),
        {"layers_step": str(facts.step + 1)},
        channel=facts.channel + 1,
        x=x,
        added=added,
        total=facts.total,
    )


def ask_norm(facts: Facts) -> Asked:
    standard = (facts.total - facts.mean) / facts.deviation
    total, mean, deviation = so_that(
        lambda total, mean, deviation: (total - mean) / deviation,
        *(facts.total, facts.mean, facts.deviation),
        digits=3,
        to=2,
    )
    return asked(
        Number(
            standard,
            NORMED * max(1.0, abs(standard)),
            2,
            axis=axis_round(
                ("x", facts.total), ("μ", facts.mean), ("σ", facts.deviation), reach=abs(standard)
            ),
        ),
        {**_place(facts, "cross_attn"), "layers_channel": str(facts.channel + 1)},
        total=total,
        mean=mean,
        deviation=deviation,
        standard=standard,
    )


def ask_alone(facts: Facts) -> Asked:
    return asked("own", _place(facts, "ffn"), written=facts.written)


def ask_active(facts: Facts) -> Asked:
    return asked(
        Number(
            facts.active, GUESS * facts.units, axis=Axis(0, facts.units, (("d_ff", facts.units),))
        ),
        _place(facts, "ffn"),
        units=facts.units,
        active=facts.active,
        share=f"{decimal(100 * facts.active / facts.units, 0)}%",
        slack=int(GUESS * facts.units),
    )


def ask_lens(facts: Facts) -> Asked | None:
    question = listed_choice(facts.lens[0], sorted(facts.lens))
    if question is None:
        return None
    return asked(
        question,
        {"layers_step": str(facts.step + 1)},
        written=facts.written,
        first=facts.lens[0],
        path=" → ".join(facts.lens),
        last=len(facts.lens),
    )


def ask_off(facts: Facts) -> Asked:
    text, without = facts.texts
    return asked(
        "same" if text == without else "other",
        {
            "ablation_kind": "ffn",
            "ablation_side": "decoder",
            "ablation_layer": str(facts.layers[1]),
        },
        last=facts.layers[1],
        text=text,
        without=without,
    )
