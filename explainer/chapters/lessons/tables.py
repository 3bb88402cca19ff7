"""The tables of the work sheets, with live numbers and boxes to fill in."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from explainer.analysis import positions
from explainer.chapters.lessons.counts import bleu_facts
from explainer.chapters.lessons.decoder import search_facts
from explainer.chapters.lessons.facts import cell_facts
from explainer.chapters.lessons.tables_whole import (
    flow_tasks,
    heads_tasks,
    layers_tasks,
    training_tasks,
)
from explainer.frame.view import View
from explainer.lessons.printed import decimals, digits_that_give, number, so_that
from explainer.lessons.search import Output, divisor, sum_digits
from explainer.lessons.sheet import Cell, Table, Task, blanks, printed_cells
from explainer.text.numbers import decimal
from explainer.translation import Translation

SHOWN_DIMS: Final = 4  # of q and k that are multiplied by hand
PLACES: Final = 4  # positions and channels of the small table
MOST_TOKENS: Final = 10  # of a mask that fits the paper
MOST_TRIED: Final = 8


def by_hand(view: View, translation: Translation, lesson: str) -> list[Task]:
    """What is worked out with pencil and calculator."""
    return TABLES[lesson](view, translation)


def _tokens(view: View, translation: Translation) -> list[Task]:
    """Every word to be cut, with the number of its tokens."""
    text, source = view.text, translation.source
    rows = []
    for place, word in enumerate(source.text.split()):
        cut = [p for p, at in zip(source.tokens, source.words, strict=True) if at == place]
        rows.append(
            (*printed_cells(word), *blanks([" | ".join(cut)], wide=True), *blanks([len(cut)]))
        )
    head = (
        text("lessonsheet.word"),
        text("lessonsheet.cut"),
        text("lessonsheet.count"),
    )
    title, line = text("lessonsheet.tokens_title"), text("lessonsheet.tokens_line")
    return [Task(title, line, Table(head, tuple(rows)))]


def _positions(view: View, translation: Translation) -> list[Task]:
    """The encoding of four positions in four channels."""
    text = view.text
    values = positions.table(PLACES, PLACES)
    head = (text("lessonsheet.position"), "sin(pos)", "cos(pos)", "sin(pos/100)", "cos(pos/100)")
    rows = tuple(
        (*printed_cells(place), *blanks([decimal(value, 3) for value in row]))
        for place, row in enumerate(values)
    )
    dot = float(values[1] @ values[3])  # two decimals: what the three of the table are good for
    return [
        Task(text("lessonsheet.table_title"), text("lessonsheet.table_line"), Table(head, rows)),
        Task(
            text("lessonsheet.dots_title"),
            text("lessonsheet.dots_line"),
            value=decimal(dot),
            told=text("lessonsheet.dots_told", other=decimal(float(values[0] @ values[2]))),
        ),
    ]


def _cell(view: View, translation: Translation) -> list[Task]:
    """The products of four dimensions, their sum with the rest, and the softmax of the row."""
    text, facts = view.text, cell_facts(translation)
    products = np.array(facts.products)
    chosen = sorted(np.argsort(-np.abs(products), kind="stable")[:SHOWN_DIMS].tolist())
    score = facts.dot / facts.root
    (dot,) = so_that(lambda one: one / facts.root, facts.dot, to=2)
    rest = number(dot) - sum(round(float(products[i]), 2) for i in chosen)  # of what is printed
    rows = [
        (
            *printed_cells(i + 1, *so_that(operator.mul, facts.q[i], facts.k[i], digits=3, to=2)),
            *blanks([decimal(products[i])]),
        )
        for i in chosen
    ]
    rows += [
        (
            *printed_cells(
                text("lessonsheet.rest", count=len(products) - len(chosen)),
                "",
                "",
                decimal(rest, decimals(dot)),
            ),
        ),
        (*printed_cells("q · k", "", ""), *blanks([dot])),
        (*printed_cells(f"q · k ÷ √{len(products)}", "", ""), *blanks([decimal(score)])),
    ]
    head = (text("lessonsheet.dim"), "q", "k", "q × k")
    line = text(
        "lessonsheet.cell_line",
        layer=facts.layer + 1,
        head=facts.head + 1,
        fed=facts.fed,
        written=facts.written,
    )
    scores, raised, weights = softmax_told(facts.scores)
    row = [
        (*printed_cells(key, score), *blanks([up, weight]))
        for key, score, up, weight in zip(facts.keys, scores, raised, weights, strict=True)
    ]
    digits = max(map(decimals, raised))
    total = decimal(sum(map(number, raised)), digits)
    whole = "1" if round(sum(map(number, weights)), 3) == 1 else "≈ 1"
    row.append((*printed_cells(text("lessonsheet.sum"), ""), *blanks([total, whole])))
    names = (
        text("lessonsheet.token"),
        text("lessonsheet.score"),
        "e^s",
        text("lessonsheet.weight"),
    )
    return [
        Task(text("lessonsheet.cell_title"), line, Table(head, tuple(rows))),
        Task(
            text("lessonsheet.row_title"),
            text("lessonsheet.row_line"),
            Table(names, tuple(row)),
        ),
    ]


def softmax_told(
    scores: Sequence[float],
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Scores, their powers of e and the weights, each worked out from what is printed before it."""

    def powers(given: Sequence[float]) -> list[float]:
        return [math.exp(score) for score in given]

    def shares(given: Sequence[float]) -> list[float]:
        return [one / sum(given) for one in given]

    raised = powers(scores)
    digits = max(digits_that_give(shares, raised, digits=[2] * len(raised), to=3))
    more = max(digits_that_give(powers, scores, digits=[2] * len(raised), to=digits))
    return (
        tuple(decimal(score, more) for score in scores),
        tuple(decimal(one, digits) for one in raised),
        tuple(decimal(share, 3) for share in shares(raised)),
    )


def _masks(view: View, translation: Translation) -> list[Task]:
    """The causal mask of this output, to be shaded."""
    text = view.text
    mask = translation.trace["decoder.0.self_attn.mask"][0].astype(bool)
    size = min(len(mask), MOST_TOKENS)
    fed = translation.fed_tokens[:size]
    rows = tuple(
        (*printed_cells(token), *blanks(["○" if seen else "■" for seen in mask[place, :size]]))
        for place, token in enumerate(fed)
    )
    line = text("lessonsheet.mask_line")
    return [Task(text("lessonsheet.mask_title"), line, Table(("", *fed), rows, grid=True))]


def _search(view: View, translation: Translation) -> list[Task]:
    """A step of the beam to be summed and cut, and its outputs to be ranked."""
    text, facts = view.text, search_facts(translation)
    tried = sorted(facts.tried[:MOST_TRIED], key=lambda one: (one.before, one.token))
    kept, digits = text("lessonsheet.kept"), sum_digits(tried)
    rows = tuple(
        (
            *printed_cells(
                one.before or "–",
                one.token,
                decimal(one.so_far, digits),
                decimal(one.log_prob, digits),
            ),
            *blanks([decimal(one.total), kept if one.kept else "–"]),
        )
        for one in tried
    )
    head = (
        text("lessonsheet.before"),
        text("lessonsheet.token"),
        text("lessonsheet.so_far"),
        "ln p",
        text("lessonsheet.new_sum"),
        text("lessonsheet.kept_ask"),
    )
    places = sum(one.kept for one in tried)
    line = text("lessonsheet.beam_line", step=facts.beam_step, count=places)
    outputs = {one.text: one for one in (facts.best, facts.short, facts.long)}
    ranked = Table(
        (
            text("lessonsheet.output"),
            text("lessonsheet.length"),
            text("lessonsheet.total"),
            f"((5 + n) / 6)^{facts.alpha:g}",
            text("lessonsheet.result"),
        ),
        tuple(_output(one, facts.alpha) for one in outputs.values()),
    )
    return [
        Task(text("lessonsheet.beam_title"), line, Table(head, rows)),
        Task(text("lessonsheet.rank_title"), text("lessonsheet.rank_line"), ranked),
    ]


def _output(one: Output, alpha: float) -> tuple[Cell, ...]:
    by = divisor(one.length, alpha)
    total, by_told = so_that(operator.truediv, one.total, by, digits=3, to=3)
    return (
        *printed_cells(one.text or "–", one.length, total),
        *blanks([by_told, decimal(one.total / by, 3)]),
    )


def _bleu(view: View, translation: Translation) -> list[Task]:
    """Matches and n-grams of the three candidates, penalty and score."""
    text, facts = view.text, bleu_facts(view, translation)
    shown = {"A": facts.a, "B": facts.b, "C": facts.c}
    rows = tuple(
        (
            *printed_cells(name),
            *blanks([f"{c}/{t}" for c, t in zip(one.correct, one.total, strict=True)]),
            *blanks([decimal(one.brevity, 3), decimal(one.score)]),
        )
        for name, one in shown.items()
    )
    line = text(
        "lessonsheet.bleu_line",
        first=facts.references[0],
        second=facts.references[1],
        a=facts.a.text,
        b=facts.b.text,
        c=facts.c.text,
    )
    head = ("", "p₁", "p₂", "p₃", "p₄", "BP", "BLEU")
    return [Task(text("lessonsheet.bleu_title"), line, Table(head, rows))]


TABLES: Final[dict[str, Callable[[View, Translation], list[Task]]]] = {
    "flow": flow_tasks,
    "heads": heads_tasks,
    "layers": layers_tasks,
    "training": training_tasks,
    "tokens": _tokens,
    "positions": _positions,
    "cell": _cell,
    "masks": _masks,
    "search": _search,
    "bleu": _bleu,
}
