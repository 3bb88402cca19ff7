"""Lesson 4: masks, and what goes wrong without them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from explainer.analysis.batch_masks import multiplied_after, teacher_loss
from explainer.analysis.interventions import Intervention
from explainer.frame.pickers import telling_head
from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, pose
from explainer.lessons.printed import printable
from explainer.runs import resources
from explainer.runs.batches import batch_head, make_batch
from explainer.runs.resources import Changes, Ids
from explainer.text.numbers import decimal, percent, power
from explainer.tokenizer.tokenizer import PAD
from explainer.translation import prefix_of

SHARE: Final = 0.01  # of a weight or a sum of weights
NOTHING: Final = 1e-3  # nats a token: what rounding in 32 bits may do to a loss
PADDING: Final = 8  # <pad> behind the sentence, as the page of masks opens
AHEAD: Final = (Intervention("unmask", "decoder"),)
UNPADDED: Final = (Intervention("unmask", "encoder"), Intervention("unmask", "cross"))


@dataclass(frozen=True)
class AfterRow:
    """A row masked after softmax: sums of visible and hidden exponentials; its total weight.

    Of the last layer; head and row count from 0.
    """

    head: int
    row: int
    seen: float
    hidden: float
    total: float


class Facts:
    """Facts of one run's decoder masks; `closed` of `places` x `places` cells are masked.

    `second` and `after` are None where the output is too short. Losses are nats a token, given the
    sentence the model itself wrote.
    """

    def __init__(self, view: View) -> None:
        self.view, self.done = view, view.translation
        mask = self.done.trace["decoder.0.self_attn.mask"][0].astype(bool)
        self.places, self.closed = len(mask), int((~mask).sum())
        weights = self.done.attention("decoder")[-1, telling_head(self.done, "decoder", -1)]
        self.first_weight = float(weights[0, 0])

    def _loss(self, source: Ids, changes: Changes = ()) -> float:
        run = resources.experiment(self.done.model, source, self.done.fed, changes)
        return teacher_loss(run["probs"], self.done.predicted)

    @cached_property
    def padded(self) -> Ids:
        source = self.done.source.ids
        room = int(self.view.card.get("model", {}).get("max_positions", 0)) - len(source)
        return (*source, *(PAD,) * max(0, min(PADDING, room)))

    @cached_property
    def loss(self) -> float:
        return self._loss(self.done.source.ids)

    @cached_property
    def loss_padded(self) -> float:
        return self._loss(self.padded)

    @cached_property
    def loss_ahead(self) -> float:
        """Loss with padding and without causal mask."""
        return self._loss(self.padded, AHEAD)

    @cached_property
    def loss_unpadded(self) -> float:
        """Loss with padding and without padding mask."""
        return self._loss(self.padded, UNPADDED)

    @cached_property
    def second(self) -> tuple[float, float] | None:
        """Exponentials of the second row of the cell page's default head."""
        layer = len(self.done.attention("decoder")) - 1
        name = f"{prefix_of('decoder', layer)}.masked_scores"
        scores = self.done.trace[name][telling_head(self.done, "decoder", layer)]
        if len(scores) < 2:
            return None
        one, two = (float(np.exp(scores[1, key].astype(np.float64))) for key in (0, 1))
        return one, two

    @cached_property
    def after(self) -> AfterRow | None:
        """The middle row in the head that would look ahead most without a mask."""
        count = len(self.done.fed)
        if count < 3:
            return None
        batch = make_batch(self.done)
        layer, heads = (size - 1 for size in self.done.attention("decoder").shape[:2])
        row = count // 2
        readings = [batch_head(batch, "decoder", layer, head, 0) for head in range(heads + 1)]
        totals = [float(multiplied_after(one.scores, one.mask)[row].sum()) for one in readings]
        head = int(np.argmin(totals))
        raised = np.exp(readings[head].scores[row].astype(np.float64))
        seen = float(raised[readings[head].mask[row]].sum())
        return AfterRow(head, row, seen, float(raised.sum()) - seen, totals[head])


def ask_cells(facts: Facts) -> Posed:
    return pose(
        Number(facts.closed, 0, axis=Axis(0, facts.places**2, (("n²", facts.places**2),))),
        places=facts.places,
        cells=facts.places**2,
        closed=facts.closed,
        before=facts.places - 1,
    )


def ask_first(facts: Facts) -> Posed:
    """Ask for the one weight in the first row under a causal mask."""
    return pose(Number(facts.first_weight, SHARE, 2, axis=Axis(0, 1)), weight=facts.first_weight)


def ask_second(facts: Facts) -> Posed | None:
    """Ask for a weight of the second row, from its two exponentials."""
    if facts.second is None:
        return None
    one, two = facts.second
    weight = one / (one + two)
    one_told, two_told = printable(lambda a, b: a / (a + b), one, two, digits=3, to=3)
    return pose(
        Number(weight, SHARE, 3, axis=Axis(0, 1)),
        one=one_told,
        two=two_told,
        weight=decimal(weight, 3),
        rest=decimal(1 - round(weight, 3), 3),
    )


def ask_after(facts: Facts) -> Posed | None:
    """Ask for a row's sum of weights if the mask is applied after the softmax."""
    row = facts.after
    if row is None:
        return None
    place = {"head": str(row.head + 1), "row": str(row.row + 1)}
    seen, hidden = printable(lambda a, b: a / (a + b), row.seen, row.hidden, to=2)
    return pose(
        Number(row.total, SHARE, 2, axis=Axis(0, 1)),
        place,
        row=row.row + 1,
        head=row.head + 1,
        seen=seen,
        hidden=hidden,
        total=row.total,
        lost=percent(1 - round(row.total, 2), 0),
    )


def _losses(before: float, after: float) -> Posed:
    change = after - before
    right = "same" if abs(change) < NOTHING else "rises" if change > 0 else "falls"
    return pose(
        right,
        before=decimal(before, 3),
        after=decimal(after, 3),
        padding=PADDING,
        change=power(abs(change)),
    )


def ask_ahead(facts: Facts) -> Posed:
    """Ask how the loss changes without the causal mask."""
    return _losses(facts.loss_padded, facts.loss_ahead)


def ask_padded(facts: Facts) -> Posed:
    return _losses(facts.loss, facts.loss_padded)


def ask_open(facts: Facts) -> Posed:
    """Ask how the loss changes without the padding mask."""
    return _losses(facts.loss_padded, facts.loss_unpadded)
