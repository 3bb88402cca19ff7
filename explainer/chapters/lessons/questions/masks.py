"""Lesson 5: masks, and what goes wrong without them."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np

from explainer.analysis.batch_masks import multiplied_after, teacher_loss
from explainer.analysis.interventions import Intervention
from explainer.frame.pickers import telling_head
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.lessons.printed import printable
from explainer.runs import resources
from explainer.runs.batches import batch_head, make_batch
from explainer.runs.resources import Changes, Ids
from explainer.text.numbers import decimal, percent, power
from explainer.tokenizer.tokenizer import PAD
from explainer.translation import prefix_of

NOTHING: Final = 1e-3  # nats a token: what rounding in 32 bits may do to a loss
AHEAD: Final = (Intervention("unmask", "decoder"),)
UNPADDED: Final = (Intervention("unmask", "encoder"), Intervention("unmask", "cross"))


class Facts:
    """Facts of one run's decoder masks; `closed` of `places` x `places` cells are masked.

    Losses are nats a token, given the sentence the model itself wrote.
    """

    padding = 8  # <pad> behind the sentence, as the page of masks opens

    def __init__(self, view: View) -> None:
        self.view, self.done = view, view.translation
        mask = self.done.trace["decoder.0.self_attn.mask"][0].astype(bool)
        self.places, self.cells, self.closed = len(mask), mask.size, int((~mask).sum())
        self.before = self.places - 1
        weights = self.done.attention("decoder")[-1, telling_head(self.done, "decoder", -1)]
        self.first_weight = float(weights[0, 0])

    def loss_of(self, source: Ids, changes: Changes = ()) -> float:
        run = resources.experiment(self.done.model, source, self.done.fed, changes)
        return teacher_loss(run["probs"], self.done.predicted)

    @cached_property
    def padded(self) -> Ids:
        source = self.done.source.ids
        room = int(self.view.card.get("model", {}).get("max_positions", 0)) - len(source)
        return (*source, *(PAD,) * max(0, min(self.padding, room)))

    def ask_second(self) -> Values | None:
        """A weight of the second row of the cell page's default head, from its exponentials."""
        layer = len(self.done.attention("decoder")) - 1
        name = f"{prefix_of('decoder', layer)}.masked_scores"
        scores = self.done.trace[name][telling_head(self.done, "decoder", layer)]
        if len(scores) < 2:
            return None
        raised = [float(np.exp(scores[1, key].astype(np.float64))) for key in (0, 1)]
        one, two = printable(lambda a, b: a / (a + b), *raised, digits=3, to=3)
        weight = raised[0] / sum(raised)
        return {"weight": weight, "one": one, "two": two, "rest": decimal(1 - round(weight, 3), 3)}

    def ask_after(self) -> Values | None:
        """A row's sum of weights if the mask is applied after the softmax.

        The middle row of the last layer, in the head that would look ahead most without a mask:
        `seen` and `hidden` are sums of exponentials, `total` that of the weights that remain.
        """
        if self.places < 3:
            return None
        batch, row = make_batch(self.done), self.places // 2
        layer, heads = (size - 1 for size in self.done.attention("decoder").shape[:2])
        readings = [batch_head(batch, "decoder", layer, head, 0) for head in range(heads + 1)]
        totals = [float(multiplied_after(one.scores, one.mask)[row].sum()) for one in readings]
        head = int(np.argmin(totals))
        raised = np.exp(readings[head].scores[row].astype(np.float64))
        seen, total = float(raised[readings[head].mask[row]].sum()), totals[head]
        told = printable(lambda a, b: a / (a + b), seen, float(raised.sum()) - seen, to=2)
        lost = percent(1 - round(total, 2), 0)
        place = {"row": row + 1, "head": head + 1}
        return {**place, "seen": told[0], "hidden": told[1], "total": total, "lost": lost}

    def ask_ahead(self) -> Values:
        """How the loss changes without the causal mask."""
        return _losses(self.loss_of(self.padded), self.loss_of(self.padded, AHEAD))

    def ask_padded(self) -> Values:
        return _losses(self.loss_of(self.done.source.ids), self.loss_of(self.padded))

    def ask_open(self) -> Values:
        """How the loss changes without the padding mask."""
        return _losses(self.loss_of(self.padded), self.loss_of(self.padded, UNPADDED))


def _losses(before: float, after: float) -> Values:
    change = after - before
    answer = "same" if abs(change) < NOTHING else "rises" if change > 0 else "falls"
    told = {"before": decimal(before, 3), "after": decimal(after, 3)}
    return {"answer": answer, "change": power(abs(change)), **told}
