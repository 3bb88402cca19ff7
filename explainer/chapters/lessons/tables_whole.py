"""The tables of the work sheets on the whole model: flow, heads, layers, training."""

from __future__ import annotations

import math
from operator import add
from typing import Final

import numpy as np

from explainer.chapters.lessons.whole import flow_facts, heads_facts, layers_facts, training_facts
from explainer.frame.view import View
from explainer.lessons.sheet import Cell, Table, Task, blanks, printed_cells
from explainer.text.numbers import decimal, read_decimal, worked
from explainer.translation import Translation, prefix_of

SHOWN_CHANNELS: Final = 5
MOST_KEYS: Final = 10  # of a row that fits the paper


def flow_tasks(view: View, translation: Translation) -> list[Task]:
    """What the decoder reads and writes at every step, to be filled in from the translation."""
    text, facts = view.text, flow_facts(translation)
    fed = translation.fed_pieces
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
    rows = [
        (
            *printed_cells(head, *(decimal(weight) for weight in row)),
            *blanks([keys[int(row.argmax())]]),
        )
        for head, row in enumerate(weights, start=1)
    ]
    printed = [[read_decimal(decimal(weight)) for weight in row] for row in weights]
    means = blanks([decimal(mean) for mean in np.mean(printed, axis=0)])
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
    sums = [worked(add, float(total[at] - added[at]), float(added[at])) for at in channels]
    rows = tuple(
        (*printed_cells(at + 1, x, plus), *blanks([whole, decimal(standard[at])]))
        for at, (x, plus, whole) in zip(channels, sums, strict=True)
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
        mean=decimal(facts.mean, 3),
        deviation=decimal(facts.deviation, 3),
    )
    return [Task(text("lessonsheet.layers_title"), line, Table(head, rows))]


def training_tasks(view: View, translation: Translation) -> list[Task]:
    """The probabilities of one target: the loss of each token, and their mean."""
    text = view.text
    facts = training_facts(translation, float(view.card.get("model", {}).get("dropout", 0)))
    losses = [worked(lambda p: -math.log(p), math.exp(-loss), least=4) for loss in facts.losses]
    rows = [
        (*printed_cells(piece, p), *blanks([loss]))
        for piece, (p, loss) in zip(facts.pieces, losses, strict=True)
    ]
    mean, perplexity = worked(math.exp, float(np.mean([read_decimal(loss) for _, loss in losses])))
    rows.append((*printed_cells(text("lessonsheet.training_mean"), ""), *blanks([mean])))
    head = (text("lessonsheet.piece"), "p", "−ln p")
    return [
        Task(
            text("lessonsheet.training_title"),
            text("lessonsheet.training_line"),
            Table(head, tuple(rows)),
        ),
        Task(
            text("lessonsheet.perplexity_title"),
            text("lessonsheet.perplexity_line"),
            value=perplexity,
        ),
    ]
