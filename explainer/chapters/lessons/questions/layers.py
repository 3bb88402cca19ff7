"""Lesson 7: what a layer does to a vector: attention, residual, norm, feed-forward."""

from __future__ import annotations

import operator
from typing import Final

import numpy as np

from explainer.analysis.interventions import Intervention
from explainer.analysis.logit_lens import lens
from explainer.analysis.normalisation import EPSILON
from explainer.frame.pickers import start_step
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.lessons.printed import printable
from explainer.runs import resources
from explainer.runs.registry import model_of
from explainer.text.numbers import percent
from explainer.translation import Translation, prefix_of

GUESS: Final = 0.1  # of the units: how far an estimate may be off


class Facts:
    """Facts of the last cross-attention's residual and norm at the longest reordering; from 1.

    `summed` and `outputs` are the vectors of the sum and of what the sub-layer adds; `x`, `added`
    and `total` the `channel` it moves most before, what is added, and the sum; `mean` and
    `deviation` are those of the sum over all channels. `active` of `units` of the last feed-forward
    network are above 0. `lens` has the likeliest token at the step after every layer of the
    decoder.
    """

    alone = "own"  # the vectors that a feed-forward network reads

    def __init__(self, view: View) -> None:
        self.done, at = view.translation, start_step(view.translation)
        done, trace, self.step = self.done, self.done.trace, at + 1
        self.written = done.predicted_tokens[at]
        self.encoder, self.decoder = (len(done.attention(kind)) for kind in ("encoder", "decoder"))
        self.sublayers, last = 2 * self.encoder + 3 * self.decoder, self.decoder - 1
        self.summed = trace[f"decoder.{last}.add2.sum"][at].astype(np.float64)
        self.outputs = trace[f"{prefix_of('cross', last)}.out"][at].astype(np.float64)
        channel = int(np.abs(self.outputs).argmax())
        self.channel, self.added = channel + 1, float(self.outputs[channel])
        self.total = float(self.summed[channel])
        self.x = float(self.summed[channel] - self.outputs[channel])
        self.mean = float(self.summed.mean())
        self.deviation = float(np.sqrt(self.summed.var() + EPSILON))
        active = trace[f"decoder.{last}.ffn.act"][at] > 0
        self.units, self.active = len(active), int(active.sum())
        self.share, self.slack = percent(self.active / self.units, 0), int(GUESS * self.units)
        ends = [f"decoder.{layer}.add3" for layer in range(self.decoder)]
        part = "norm" if f"{ends[0]}.norm" in trace else "sum"
        states = np.stack([trace[f"{one}.{part}"][[at]] for one in ends])
        model = model_of(done.model)
        matrix, bias = model.output
        top = lens(states, matrix, [done.predicted[at]], 1, bias).top_ids[:, 0, 0]
        self.lens = model.tokens(tuple(int(i) for i in top))
        self.first, self.names, self.path = self.lens[0], sorted(self.lens), " → ".join(self.lens)

    def ask_add(self) -> Values:
        x, added = printable(operator.add, self.x, self.added, to=2)
        return {"x": x, "added": added, "x_bar": self.x, "added_bar": self.added}

    def ask_norm(self) -> Values:
        def standard(total: float, mean: float, deviation: float) -> float:
            return (total - mean) / deviation

        given = self.total, self.mean, self.deviation
        told = zip(
            ("total", "mean", "deviation"), printable(standard, *given, digits=3, to=2), strict=True
        )
        bars = dict(zip(("x", "μ", "σ"), given, strict=True))
        return {"standard": standard(*given), "bars": bars, **dict(told)}

    def ask_off(self) -> Values:
        """Whether the translation changes without the decoder's last feed-forward network."""
        return compared(self.done, Intervention("ffn", "decoder", self.decoder - 1))


def compared(done: Translation, off: Intervention) -> Values:
    """Return the greedy outputs without and with an intervention, and whether they differ."""
    name, ids = done.model, done.source.ids
    text, without = (resources.greedy_output(name, ids, changes)[2] for changes in ((), (off,)))
    return {"answer": "same" if text == without else "other", "text": text, "without": without}
