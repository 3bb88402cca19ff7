"""Lesson 7: what a layer does to a vector: attention, residual, norm, feed-forward."""

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
from explainer.lessons.parts import Axis, Number, Posed, axis_for, pose, string_choice
from explainer.lessons.printed import printable
from explainer.runs import resources
from explainer.runs.registry import model_of
from explainer.text.numbers import decimal
from explainer.translation import Translation, prefix_of

SUM: Final = 0.011  # of a sum of two numbers rounded to two decimals
NORMED: Final = 0.02  # of a number that was standardised by rounded ones
GUESS: Final = 0.1  # of the units: how far an estimate may be off


class Facts:
    """Facts of the last cross-attention's residual and norm at the longest reordering.

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
        """Greedy output with and without the last feed-forward network."""
        return with_and_without(self.done, Intervention("ffn", "decoder", self.layers[1] - 1))


def with_and_without(done: Translation, off: Intervention) -> tuple[str, str]:
    """Return the greedy outputs without and with an intervention."""
    name, ids = done.model, done.source.ids
    return (resources.greedy_output(name, ids)[2], resources.greedy_output(name, ids, (off,))[2])


def _place(facts: Facts, part: str) -> dict[str, str]:
    """Return the URL parameters of the token in the decoder's last layer."""
    return {
        "layers_stack": "decoder",
        "layers_layer": str(facts.layers[1]),
        "layers_part": part,
        "layers_token": str(facts.step + 1),
    }


def ask_count(facts: Facts) -> Posed:
    encoder, decoder = facts.layers
    return pose(
        Number(
            2 * encoder + 3 * decoder, 0, axis=axis_for(reach=5 * (encoder + decoder), signed=False)
        ),
        encoder=encoder,
        decoder=decoder,
        count=2 * encoder + 3 * decoder,
    )


def ask_add(facts: Facts) -> Posed:
    x, added = printable(operator.add, facts.x, facts.added, to=2)
    return pose(
        Number(
            facts.total,
            SUM,
            2,
            axis=axis_for(
                ("x", facts.x), ("+", facts.added), reach=abs(facts.x) + abs(facts.added)
            ),
        ),
        {"layers_step": str(facts.step + 1)},
        channel=facts.channel + 1,
        x=x,
        added=added,
        total=facts.total,
    )


def ask_norm(facts: Facts) -> Posed:
    standard = (facts.total - facts.mean) / facts.deviation
    total, mean, deviation = printable(
        lambda total, mean, deviation: (total - mean) / deviation,
        *(facts.total, facts.mean, facts.deviation),
        digits=3,
        to=2,
    )
    return pose(
        Number(
            standard,
            NORMED * max(1.0, abs(standard)),
            2,
            axis=axis_for(
                ("x", facts.total), ("μ", facts.mean), ("σ", facts.deviation), reach=abs(standard)
            ),
        ),
        {**_place(facts, "cross_attn"), "layers_channel": str(facts.channel + 1)},
        total=total,
        mean=mean,
        deviation=deviation,
        standard=standard,
    )


def ask_alone(facts: Facts) -> Posed:
    """Ask whose vectors a feed-forward network reads."""
    return pose("own", _place(facts, "ffn"), written=facts.written)


def ask_active(facts: Facts) -> Posed:
    return pose(
        Number(
            facts.active, GUESS * facts.units, axis=Axis(0, facts.units, (("d_ff", facts.units),))
        ),
        _place(facts, "ffn"),
        units=facts.units,
        active=facts.active,
        share=f"{decimal(100 * facts.active / facts.units, 0)}%",
        slack=int(GUESS * facts.units),
    )


def ask_lens(facts: Facts) -> Posed | None:
    question = string_choice(facts.lens[0], sorted(facts.lens))
    if question is None:
        return None
    return pose(
        question,
        {"layers_step": str(facts.step + 1)},
        written=facts.written,
        first=facts.lens[0],
        path=" → ".join(facts.lens),
        last=len(facts.lens),
    )


def ask_off(facts: Facts) -> Posed:
    """Ask whether the output changes without the last feed-forward network."""
    text, without = facts.texts
    return pose(
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
