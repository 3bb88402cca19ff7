"""The tables of the work sheets on the whole model: flow, heads, layers, training."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from explainer.chapters.lessons.whole import flow_facts, heads_facts, layers_facts, training_facts
from explainer.frame.view import View
from explainer.lessons.printed import decimals, digits_that_give, significant, so_that
from explainer.lessons.sheet import Cell, Table, Task, blanks, printed_cells
from explainer.text.numbers import decimal
from explainer.translation import Translation, prefix_of

SHOWN_CHANNELS: Final = 5
MOST_KEYS: Final = 10  # of a row that fits the paper


def flow_tasks(view: View, translation: Translation) -> list[Task]:
    """What the decoder reads and writes at every step, to be filled in from the translation."""
    text, facts = view.text, flow_facts(translation)
    fed = translation.fed_tokens
    rows: list[tuple[Cell, ...]] = [
        (*printed_cells(step + 1), *blanks([" ".join(fed[: step + 1])], wide=True), *blanks([new]))
        for step, new in enumerate(facts.written)
    ]
    head = (
        text("lessonsheet.flow_step"),
        text("lessonsheet.flow_read"),
        text("lessonsheet.flow_write"),
    )
    line = text("lessonsheet.flow_line", written=" ".join(facts.written))
    return [Task(text("lessonsheet.flow_title"), line, Table(head, tuple(rows)))]


def heads_tasks(view: View, translation: Translation) -> list[Task]:
    """The weights of all heads in one row: the largest of each, and the mean of the columns."""
    text, facts = view.text, heads_facts(translation)
    keys = facts.keys[:MOST_KEYS]
    weights = np.array(facts.weights)[:, : len(keys)]

    def means_of(flat: Sequence[float]) -> list[float]:
        return [float(mean) for mean in np.reshape(flat, weights.shape).mean(axis=0)]

    flat = weights.ravel().tolist()
    digits = max(digits_that_give(means_of, flat, digits=[2] * len(flat), to=2))
    rows = [
        (
            *printed_cells(head, *(decimal(weight, digits) for weight in row)),
            *blanks([keys[int(row.argmax())]]),
        )
        for head, row in enumerate(weights, start=1)
    ]
    means = blanks([decimal(mean) for mean in weights.mean(axis=0)])
    rows.append((*printed_cells(text("lessonsheet.heads_mean")), *means, *printed_cells("")))
    head_row = (text("lessonsheet.heads_head"), *keys, text("lessonsheet.heads_top"))
    line = text("lessonsheet.heads_line", layer=facts.layer + 1, written=facts.written)
    return [Task(text("lessonsheet.heads_title"), line, Table(head_row, tuple(rows), grid=True))]


def layers_tasks(view: View, translation: Translation) -> list[Task]:
    """A few channels of the last cross-attention: the sum, and the sum standardised."""
    text, facts = view.text, layers_facts(translation)
    last = facts.layers[1] - 1
    total = translation.trace[f"decoder.{last}.add2.sum"][facts.step].astype(np.float64)
    added = translation.trace[f"{prefix_of('cross', last)}.out"][facts.step].astype(np.float64)
    channels = sorted(np.argsort(-np.abs(added), kind="stable")[:SHOWN_CHANNELS].tolist())
    standard = (total - facts.mean) / facts.deviation
    parts = [part for at in channels for part in (float(total[at] - added[at]), float(added[at]))]

    def worked_out(given: Sequence[float]) -> list[float]:
        sums = [sum(pair) for pair in zip(given[2::2], given[3::2], strict=True)]
        return [*sums, *((one - given[0]) / given[1] for one in sums)]

    least = [3, 3, *[2] * len(parts)]
    told = digits_that_give(worked_out, [facts.mean, facts.deviation, *parts], digits=least, to=2)
    rows = tuple(
        (
            *printed_cells(
                at + 1, decimal(total[at] - added[at], told[-1]), decimal(added[at], told[-1])
            ),
            *blanks([decimal(total[at]), decimal(standard[at])]),
        )
        for at in channels
    )
    head = (
        text("lessonsheet.layers_channel"),
        "x",
        text("lessonsheet.layers_added"),
        text("lessonsheet.layers_sum"),
        text("lessonsheet.layers_standard"),
    )
    line = text(
        "lessonsheet.layers_line",
        written=facts.written,
        mean=decimal(facts.mean, told[0]),
        deviation=decimal(facts.deviation, told[1]),
    )
    return [Task(text("lessonsheet.layers_title"), line, Table(head, rows))]


def _probability(loss: float, digits: int) -> str:
    """A probability with as many decimals as its loss needs that is told with `digits`."""
    p = math.exp(-loss)
    return so_that(lambda given: -math.log(given), p, digits=max(4, significant(p)), to=digits)[0]


def training_tasks(view: View, translation: Translation) -> list[Task]:
    """The probabilities of one target: the loss of each token, and their mean."""
    text = view.text
    facts = training_facts(translation, float(view.card.get("model", {}).get("dropout", 0)))
    mean = float(np.mean(facts.losses))
    (mean_told,) = so_that(math.exp, mean, to=2)

    def mean_of(losses: Sequence[float]) -> list[float]:
        return [sum(losses) / len(losses)]

    least = [2] * len(facts.losses)
    digits = max(digits_that_give(mean_of, facts.losses, digits=least, to=decimals(mean_told)))
    rows = [
        (*printed_cells(token, _probability(loss, digits)), *blanks([decimal(loss, digits)]))
        for token, loss in zip(facts.tokens, facts.losses, strict=True)
    ]
    rows.append((*printed_cells(text("lessonsheet.training_mean"), ""), *blanks([mean_told])))
    head = (text("lessonsheet.token"), "p", "−ln p")
    return [
        Task(
            text("lessonsheet.training_title"),
            text("lessonsheet.training_line"),
            Table(head, tuple(rows)),
        ),
        Task(
            text("lessonsheet.perplexity_title"),
            text("lessonsheet.perplexity_line"),
            value=decimal(float(np.exp(mean))),
        ),
    ]
