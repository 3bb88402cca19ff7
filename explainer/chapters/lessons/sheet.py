"""A lesson's work sheet as an HTML file: tables to fill in, and its questions.

The numbers are those of the chosen model on the lesson's sentence.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

import numpy as np

from explainer.analysis import positions
from explainer.chapters.lessons.questions import (
    bleu,
    cell,
    flow,
    heads,
    layers,
    question_of,
    run_of,
    search,
    training,
)
from explainer.chapters.lessons.questions.search import Output, sum_digits
from explainer.decoding.hypothesis import length_penalty
from explainer.documents import document
from explainer.frame.view import View
from explainer.lessons.paper import Cell, PaperQuestion, Table, Task, fit_questions, row
from explainer.lessons.parts import Lesson, Number, Posed, ShareQuestion, Step
from explainer.lessons.printed import decimals, digits_needed, parse_number, printable, sig_digits
from explainer.text import Text
from explainer.text.numbers import decimal

SHOWN_DIMS: Final = 4  # of q and k that are multiplied by hand
PLACES: Final = 4  # positions and channels of the small table
MOST_TOKENS: Final = 10  # of a mask or of a row that fits the paper
MOST_TRIED: Final = 8
TASKS: Final = (
    *("tokens", "table", "dots", "cell", "row", "mask", "beam", "rank"),
    *("bleu", "flow", "heads", "layers", "training", "perplexity"),
)  # each has a title and a line, most have the head of a table
SHOWN_CHANNELS: Final = 5


def worksheet(view: View, lesson: Lesson, with_answers: bool) -> str:
    """Render the file. Raises Busy, and InputError for a sentence the model cannot take."""
    text = view.text
    run = run_of(view, lesson.sentence(view.card))
    asked = [(step, known) for step in lesson.steps if (known := question_of(run, step))]
    posed = [
        PaperQuestion(known.question, partial(text, step.key("ask")), known.holes)
        for step, known in asked
    ]
    tables = by_hand(run, lesson.id)

    def answer_of(number: int) -> str:
        return text("lessonsheet.answer_of", number=number)

    kept = fit_questions(posed, tables, run.translation.text, answer_of)
    return document(
        "worksheet.html",
        lang=view.lang,
        title=text(lesson.key("name")),
        goal=text(lesson.key("goal")),
        run=(
            (text("lessonsheet.sentence"), run.translation.source.text),
            (text("lessonsheet.translation"), run.translation.text),
            (text("lessonsheet.model"), view.translator_name),
        ),
        by_hand=tables,
        questions=[_question(text, *asked[at], ask) for at, ask in kept.items()],
        with_answers=with_answers,
        words={
            **text.each("lessonsheet.*", "sheet", "answers", "name", "date", "by_hand"),
            **text.each("lessonsheet.*", "questions", "solution"),
            "source": text("lessonsheet.source", model=view.translator_name),
        },
    )


def _question(text: Text, step: Step, asked: Posed, ask: str) -> Task:
    """Convert a step to a task on paper: question, options, explanation."""
    known, told = asked.question, text(step.key("tell"), **asked.holes)
    title = text(step.key("title"))
    if isinstance(known, Number):
        return Task(title, ask, value=known.solution, told=told)
    if isinstance(known, ShareQuestion):
        shares = row(blank=map(decimal, known.shares))
        return Task(title, ask, Table(known.options, (shares,), grid=True), told=told)
    every = (known.told(text, place, asked.holes) for place in range(len(known.options)))
    return Task(title, ask, options=tuple(every), right=known.right, told=told)


def by_hand(view: View, lesson: str) -> list[Task]:
    """Return the tasks of a lesson that need pencil and calculator."""
    return TABLES[lesson](view)


def _task(
    text: Text,
    name: str,
    rows: Sequence[tuple[Cell, ...]] = (),
    holes: Mapping[str, object] = MappingProxyType({}),
    grid: Sequence[str] = (),
) -> Task:
    """Make a task, one of TASKS, with its title, line and the head of its table from the texts; a
    `grid` of narrow cells has a head of its own.
    """
    key = f"lessonsheet.{name}"
    head = grid or (text(f"{key}_head", **holes).split("\n") if rows else ())
    table = Table(tuple(head), tuple(rows), grid=bool(grid)) if rows else None
    return Task(text(f"{key}_title"), text(f"{key}_line", **holes), table)


def _tokens(view: View) -> list[Task]:
    """Ask for the tokens of every word."""
    source, rows = view.translation.source, []
    for place, word in enumerate(source.text.split()):
        cut = [p for p, at in zip(source.tokens, source.words, strict=True) if at == place]
        rows.append(row(word, blank=(" | ".join(cut), len(cut)), wide=True))
    return [_task(view.text, "tokens", rows)]


def _positions(view: View) -> list[Task]:
    """Ask for the encoding of four positions in four channels."""
    text, values = view.text, positions.table(PLACES, PLACES)
    rows = [row(at, blank=(decimal(one, 3) for one in own)) for at, own in enumerate(values)]
    # Two decimals: what the three of the table are good for.
    dot, other = (decimal(float(values[a] @ values[b])) for a, b in ((1, 3), (0, 2)))
    dots = replace(_task(text, "dots"), value=dot, told=text("lessonsheet.dots_told", other=other))
    return [_task(text, "table", rows), dots]


def _cell(view: View) -> list[Task]:
    """Ask for four products, their sum with the rest, and the row's softmax."""
    text, facts = view.text, cell.Facts(view)
    products = np.array(facts.products)
    chosen = sorted(np.argsort(-np.abs(products), kind="stable")[:SHOWN_DIMS].tolist())
    (dot,) = printable(lambda one: one / facts.root, facts.dot, to=2)
    # Of what is printed.
    rest = parse_number(dot) - sum(round(float(products[i]), 2) for i in chosen)
    rows = []
    for i in chosen:
        factors = printable(operator.mul, facts.q[i], facts.k[i], digits=3, to=2)
        rows.append(row(i + 1, *factors, blank=[decimal(products[i])]))
    others = text("lessonsheet.rest", count=facts.dims - len(chosen))
    score = decimal(facts.dot / facts.root)
    rows += [
        row(others, "", "", decimal(rest, decimals(dot))),
        row("q · k", "", "", blank=[dot]),
        row(f"q · k ÷ √{facts.dims}", "", "", blank=[score]),
    ]
    scores, raised, weights = printed_softmax(facts.scores)
    each = zip(facts.keys, scores, raised, weights, strict=True)
    shares = [row(key, score, blank=(up, weight)) for key, score, up, weight in each]
    total = decimal(sum(map(parse_number, raised)), max(map(decimals, raised)))
    whole = "1" if round(sum(map(parse_number, weights)), 3) == 1 else "≈ 1"
    shares.append(row(text("lessonsheet.sum"), "", blank=(total, whole)))
    return [_task(text, "cell", rows, vars(facts)), _task(text, "row", shares)]


def printed_softmax(
    scores: Sequence[float],
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Format scores, exponentials and weights, each reproducible from the printed ones before."""

    def powers(given: Sequence[float]) -> list[float]:
        return [math.exp(score) for score in given]

    def shares(given: Sequence[float]) -> list[float]:
        return [one / sum(given) for one in given]

    raised = powers(scores)
    digits = max(digits_needed(shares, raised, digits=[2] * len(raised), to=3))
    more = max(digits_needed(powers, scores, digits=[2] * len(raised), to=digits))
    return (
        tuple(decimal(score, more) for score in scores),
        tuple(decimal(one, digits) for one in raised),
        tuple(decimal(share, 3) for share in shares(raised)),
    )


def _masks(view: View) -> list[Task]:
    """Ask to shade this output's causal mask."""
    text, done = view.text, view.translation
    mask = done.trace["decoder.0.self_attn.mask"][0].astype(bool)[:MOST_TOKENS, :MOST_TOKENS]
    fed = done.fed_tokens[:MOST_TOKENS]
    rows = [
        row(token, blank=("○" if seen else "■" for seen in own))
        for token, own in zip(fed, mask, strict=True)
    ]
    return [_task(text, "mask", rows, grid=("", *fed))]


def _search(view: View) -> list[Task]:
    """Ask to sum and prune a beam step, and to rank its outputs."""
    text, facts = view.text, search.Facts(view)
    tried = sorted(facts.tried[:MOST_TRIED], key=lambda one: (one.before, one.token))
    kept, digits = text("lessonsheet.kept"), sum_digits(tried)
    rows = []
    for one in tried:
        parts = decimal(one.so_far, digits), decimal(one.log_prob, digits)
        answers = decimal(one.total), kept if one.kept else "–"
        rows.append(row(one.before or "–", one.token, *parts, blank=answers))
    count = sum(one.kept for one in tried)
    outputs = {one.text: one for one in (facts.best, facts.short, facts.long)}
    ranked = [_output(one, facts.alpha) for one in outputs.values()]
    return [
        _task(text, "beam", rows, {"step": facts.beam_step, "count": count}),
        _task(text, "rank", ranked, {"alpha": f"{facts.alpha:g}"}),
    ]


def _output(one: Output, alpha: float) -> tuple[Cell, ...]:
    by = length_penalty(one.length, alpha)
    total, by_told = printable(operator.truediv, one.total, by, digits=3, to=3)
    return row(one.text or "–", one.length, total, blank=(by_told, decimal(one.total / by, 3)))


def _bleu(view: View) -> list[Task]:
    """Ask for matches, n-grams, penalty and score of the three candidates."""
    facts = bleu.Facts(view)
    rows = []
    for name in facts.examples:
        one = facts.scores[name]
        pairs = zip(one.statistics.correct, one.statistics.total, strict=True)
        parts = (f"{c}/{t}" for c, t in pairs)
        rows.append(row(name, blank=(*parts, decimal(one.brevity, 3), decimal(one.score))))
    first, second = facts.references
    candidates = {name.lower(): candidate for name, candidate in facts.examples.items()}
    return [_task(view.text, "bleu", rows, {"first": first, "second": second, **candidates})]


def _flow(view: View) -> list[Task]:
    """Ask what the decoder reads and writes at every step."""
    written, fed = flow.Facts(view).predicted, view.translation.fed_tokens
    rows = [
        row(step, blank=(" ".join(fed[:step]), new), wide=True)
        for step, new in enumerate(written, start=1)
    ]
    return [_task(view.text, "flow", rows, {"written": " ".join(written)})]


def _heads(view: View) -> list[Task]:
    """Ask for each head's largest weight in a row, and for the mean over heads."""
    text, facts = view.text, heads.Facts(view)
    keys = facts.keys[:MOST_TOKENS]
    weights = np.array(facts.weights)[:, : len(keys)]

    def means_of(flat: Sequence[float]) -> list[float]:
        return [float(mean) for mean in np.reshape(flat, weights.shape).mean(axis=0)]

    flat = weights.ravel().tolist()
    digits = max(digits_needed(means_of, flat, digits=[2] * len(flat), to=2))
    rows = [
        row(head, *(decimal(weight, digits) for weight in own), blank=[keys[int(own.argmax())]])
        for head, own in enumerate(weights, start=1)
    ]
    means = row(text("lessonsheet.heads_mean"), blank=map(decimal, weights.mean(axis=0)))
    names = text.each("lessonsheet.*", "heads_head", "heads_top")
    head_row = (names["heads_head"], *keys, names["heads_top"])
    return [_task(text, "heads", [*rows, (*means, *row(""))], vars(facts), grid=head_row)]


def _layers(view: View) -> list[Task]:
    """Ask for channels of the last cross-attention: the sum, and the sum standardised."""
    facts = layers.Facts(view)
    total, added = facts.summed, facts.outputs
    channels = sorted(np.argsort(-np.abs(added), kind="stable")[:SHOWN_CHANNELS].tolist())
    standard = (total - facts.mean) / facts.deviation
    parts = [part for at in channels for part in (float(total[at] - added[at]), float(added[at]))]

    def worked_out(given: Sequence[float]) -> list[float]:
        sums = [sum(pair) for pair in zip(given[2::2], given[3::2], strict=True)]
        return [*sums, *((one - given[0]) / given[1] for one in sums)]

    least = [3, 3, *[2] * len(parts)]
    told = digits_needed(worked_out, [facts.mean, facts.deviation, *parts], digits=least, to=2)
    rows = []
    for at in channels:
        given = (decimal(part, told[-1]) for part in (total[at] - added[at], added[at]))
        rows.append(row(at + 1, *given, blank=map(decimal, (total[at], standard[at]))))
    mean, deviation = decimal(facts.mean, told[0]), decimal(facts.deviation, told[1])
    place = {"written": facts.written, "mean": mean, "deviation": deviation}
    return [_task(view.text, "layers", rows, place)]


def _probability(loss: float, digits: int) -> str:
    """Format a probability with the decimals that reproduce its loss to `digits`."""
    p = math.exp(-loss)
    return printable(lambda given: -math.log(given), p, digits=max(4, sig_digits(p)), to=digits)[0]


def _training(view: View) -> list[Task]:
    """Ask for the loss of each token from its probability, and for their mean."""
    text, facts = view.text, training.Facts(view)
    mean = float(np.mean(facts.losses))
    (mean_told,) = printable(math.exp, mean, to=2)

    def mean_of(losses: Sequence[float]) -> list[float]:
        return [sum(losses) / len(losses)]

    least = [2] * len(facts.losses)
    digits = max(digits_needed(mean_of, facts.losses, digits=least, to=decimals(mean_told)))
    rows = [
        row(token, _probability(loss, digits), blank=[decimal(loss, digits)])
        for token, loss in zip(facts.tokens, facts.losses, strict=True)
    ]
    rows.append(row(text("lessonsheet.training_mean"), "", blank=[mean_told]))
    perplexity = replace(_task(text, "perplexity"), value=decimal(math.exp(mean)))
    return [_task(text, "training", rows), perplexity]


TABLES: Final[Mapping[str, Callable[[View], list[Task]]]] = {
    made.__name__.removeprefix("_"): made
    for made in (
        *(_flow, _tokens, _positions, _cell, _masks),
        *(_heads, _layers, _search, _training, _bleu),
    )
}
