"""Tables of the work sheets, with live numbers and boxes to fill in."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from explainer.analysis import positions
from explainer.chapters.lessons.questions import bleu, cell, flow, heads, layers, search, training
from explainer.chapters.lessons.questions.search import Output, divisor, sum_digits
from explainer.frame.view import View
from explainer.lessons.printed import decimals, digits_needed, parse_number, printable, sig_digits
from explainer.lessons.sheet import Cell, Table, Task, blank_cells, text_cells
from explainer.text.numbers import decimal
from explainer.translation import prefix_of

SHOWN_DIMS: Final = 4  # of q and k that are multiplied by hand
PLACES: Final = 4  # positions and channels of the small table
MOST_TOKENS: Final = 10  # of a mask that fits the paper
MOST_TRIED: Final = 8
SHOWN_CHANNELS: Final = 5
MOST_KEYS: Final = 10  # of a row that fits the paper


def by_hand(view: View, lesson: str) -> list[Task]:
    """Return the tasks of a lesson that need pencil and calculator."""
    return TABLES[lesson](view)


def _tokens(view: View) -> list[Task]:
    """Ask for the tokens of every word."""
    text, source = view.text, view.translation.source
    rows = []
    for place, word in enumerate(source.text.split()):
        cut = [p for p, at in zip(source.tokens, source.words, strict=True) if at == place]
        rows.append(
            (
                *text_cells(word),
                *blank_cells([" | ".join(cut)], wide=True),
                *blank_cells([len(cut)]),
            )
        )
    head = tuple(text.each("lessonsheet.*", "word", "cut", "count").values())
    title, line = text("lessonsheet.tokens_title"), text("lessonsheet.tokens_line")
    return [Task(title, line, Table(head, tuple(rows)))]


def _positions(view: View) -> list[Task]:
    """Ask for the encoding of four positions in four channels."""
    text = view.text
    values = positions.table(PLACES, PLACES)
    head = (text("lessonsheet.position"), "sin(pos)", "cos(pos)", "sin(pos/100)", "cos(pos/100)")
    rows = tuple(
        (*text_cells(place), *blank_cells([decimal(value, 3) for value in row]))
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


def _cell(view: View) -> list[Task]:
    """Ask for four products, their sum with the rest, and the row's softmax."""
    text, facts = view.text, cell.Facts(view)
    products = np.array(facts.products)
    chosen = sorted(np.argsort(-np.abs(products), kind="stable")[:SHOWN_DIMS].tolist())
    score = facts.dot / facts.root
    (dot,) = printable(lambda one: one / facts.root, facts.dot, to=2)
    rest = parse_number(dot) - sum(
        round(float(products[i]), 2) for i in chosen
    )  # of what is printed
    rows = [
        (
            *text_cells(i + 1, *printable(operator.mul, facts.q[i], facts.k[i], digits=3, to=2)),
            *blank_cells([decimal(products[i])]),
        )
        for i in chosen
    ]
    rows += [
        (
            *text_cells(
                text("lessonsheet.rest", count=len(products) - len(chosen)),
                "",
                "",
                decimal(rest, decimals(dot)),
            ),
        ),
        (*text_cells("q · k", "", ""), *blank_cells([dot])),
        (*text_cells(f"q · k ÷ √{len(products)}", "", ""), *blank_cells([decimal(score)])),
    ]
    head = (text("lessonsheet.dim"), "q", "k", "q × k")
    line = text(
        "lessonsheet.cell_line",
        layer=facts.layer + 1,
        head=facts.head + 1,
        fed=facts.fed,
        written=facts.written,
    )
    scores, raised, weights = printed_softmax(facts.scores)
    row = [
        (*text_cells(key, score), *blank_cells([up, weight]))
        for key, score, up, weight in zip(facts.keys, scores, raised, weights, strict=True)
    ]
    digits = max(map(decimals, raised))
    total = decimal(sum(map(parse_number, raised)), digits)
    whole = "1" if round(sum(map(parse_number, weights)), 3) == 1 else "≈ 1"
    row.append((*text_cells(text("lessonsheet.sum"), ""), *blank_cells([total, whole])))
    names = (
        *text.each("lessonsheet.*", "token", "score").values(),
        "e^s",
        *text.each("lessonsheet.*", "weight").values(),
    )
    return [
        Task(text("lessonsheet.cell_title"), line, Table(head, tuple(rows))),
        Task(text("lessonsheet.row_title"), text("lessonsheet.row_line"), Table(names, tuple(row))),
    ]


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
    text = view.text
    mask = view.translation.trace["decoder.0.self_attn.mask"][0].astype(bool)
    size = min(len(mask), MOST_TOKENS)
    fed = view.translation.fed_tokens[:size]
    rows = tuple(
        (*text_cells(token), *blank_cells(["○" if seen else "■" for seen in mask[place, :size]]))
        for place, token in enumerate(fed)
    )
    line = text("lessonsheet.mask_line")
    return [Task(text("lessonsheet.mask_title"), line, Table(("", *fed), rows, grid=True))]


def _search(view: View) -> list[Task]:
    """Ask to sum and prune a beam step, and to rank its outputs."""
    text, facts = view.text, search.Facts(view)
    tried = sorted(facts.tried[:MOST_TRIED], key=lambda one: (one.before, one.token))
    kept, digits = text("lessonsheet.kept"), sum_digits(tried)
    rows = tuple(
        (
            *text_cells(
                one.before or "–",
                one.token,
                decimal(one.so_far, digits),
                decimal(one.log_prob, digits),
            ),
            *blank_cells([decimal(one.total), kept if one.kept else "–"]),
        )
        for one in tried
    )
    head = (
        *text.each("lessonsheet.*", "before", "token", "so_far").values(),
        "ln p",
        *text.each("lessonsheet.*", "new_sum", "kept_ask").values(),
    )
    places = sum(one.kept for one in tried)
    line = text("lessonsheet.beam_line", step=facts.beam_step, count=places)
    outputs = {one.text: one for one in (facts.best, facts.short, facts.long)}
    ranked = Table(
        (
            *text.each("lessonsheet.*", "output", "length", "total").values(),
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
    total, by_told = printable(operator.truediv, one.total, by, digits=3, to=3)
    return (
        *text_cells(one.text or "–", one.length, total),
        *blank_cells([by_told, decimal(one.total / by, 3)]),
    )


def _bleu(view: View) -> list[Task]:
    """Ask for matches, n-grams, penalty and score of the three candidates."""
    text, facts = view.text, bleu.Facts(view)
    shown = {"A": facts.a, "B": facts.b, "C": facts.c}
    rows = tuple(
        (
            *text_cells(name),
            *blank_cells([f"{c}/{t}" for c, t in zip(one.correct, one.total, strict=True)]),
            *blank_cells([decimal(one.brevity, 3), decimal(one.score)]),
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


def _flow(view: View) -> list[Task]:
    """Ask what the decoder reads and writes at every step."""
    text, facts = view.text, flow.Facts(view)
    fed = view.translation.fed_tokens
    rows: list[tuple[Cell, ...]] = [
        (
            *text_cells(step + 1),
            *blank_cells([" ".join(fed[: step + 1])], wide=True),
            *blank_cells([new]),
        )
        for step, new in enumerate(facts.written)
    ]
    head = tuple(text.each("lessonsheet.*", "flow_step", "flow_read", "flow_write").values())
    line = text("lessonsheet.flow_line", written=" ".join(facts.written))
    return [Task(text("lessonsheet.flow_title"), line, Table(head, tuple(rows)))]


def _heads(view: View) -> list[Task]:
    """Ask for each head's largest weight in a row, and for the mean over heads."""
    text, facts = view.text, heads.Facts(view)
    keys = facts.keys[:MOST_KEYS]
    weights = np.array(facts.weights)[:, : len(keys)]

    def means_of(flat: Sequence[float]) -> list[float]:
        return [float(mean) for mean in np.reshape(flat, weights.shape).mean(axis=0)]

    flat = weights.ravel().tolist()
    digits = max(digits_needed(means_of, flat, digits=[2] * len(flat), to=2))
    rows = [
        (
            *text_cells(head, *(decimal(weight, digits) for weight in row)),
            *blank_cells([keys[int(row.argmax())]]),
        )
        for head, row in enumerate(weights, start=1)
    ]
    means = blank_cells([decimal(mean) for mean in weights.mean(axis=0)])
    rows.append((*text_cells(text("lessonsheet.heads_mean")), *means, *text_cells("")))
    head_row = (text("lessonsheet.heads_head"), *keys, text("lessonsheet.heads_top"))
    line = text("lessonsheet.heads_line", layer=facts.layer + 1, written=facts.written)
    return [Task(text("lessonsheet.heads_title"), line, Table(head_row, tuple(rows), grid=True))]


def _layers(view: View) -> list[Task]:
    """Ask for channels of the last cross-attention: the sum, and the sum standardised."""
    text, facts = view.text, layers.Facts(view)
    last = facts.layers[1] - 1
    total = facts.done.trace[f"decoder.{last}.add2.sum"][facts.step].astype(np.float64)
    added = facts.done.trace[f"{prefix_of('cross', last)}.out"][facts.step].astype(np.float64)
    channels = sorted(np.argsort(-np.abs(added), kind="stable")[:SHOWN_CHANNELS].tolist())
    standard = (total - facts.mean) / facts.deviation
    parts = [part for at in channels for part in (float(total[at] - added[at]), float(added[at]))]

    def worked_out(given: Sequence[float]) -> list[float]:
        sums = [sum(pair) for pair in zip(given[2::2], given[3::2], strict=True)]
        return [*sums, *((one - given[0]) / given[1] for one in sums)]

    least = [3, 3, *[2] * len(parts)]
    told = digits_needed(worked_out, [facts.mean, facts.deviation, *parts], digits=least, to=2)
    rows = tuple(
        (
            *text_cells(
                at + 1, decimal(total[at] - added[at], told[-1]), decimal(added[at], told[-1])
            ),
            *blank_cells([decimal(total[at]), decimal(standard[at])]),
        )
        for at in channels
    )
    head = (
        *text.each("lessonsheet.*", "layers_channel").values(),
        "x",
        *text.each("lessonsheet.*", "layers_added", "layers_sum", "layers_standard").values(),
    )
    line = text(
        "lessonsheet.layers_line",
        written=facts.written,
        mean=decimal(facts.mean, told[0]),
        deviation=decimal(facts.deviation, told[1]),
    )
    return [Task(text("lessonsheet.layers_title"), line, Table(head, rows))]


def _probability(loss: float, digits: int) -> str:
    """Format a probability with the decimals that reproduce its loss to `digits`."""
    p = math.exp(-loss)
    return printable(lambda given: -math.log(given), p, digits=max(4, sig_digits(p)), to=digits)[0]


def _training(view: View) -> list[Task]:
    """Ask for the loss of each token from its probability, and for their mean."""
    text = view.text
    facts = training.Facts(view)
    mean = float(np.mean(facts.losses))
    (mean_told,) = printable(math.exp, mean, to=2)

    def mean_of(losses: Sequence[float]) -> list[float]:
        return [sum(losses) / len(losses)]

    least = [2] * len(facts.losses)
    digits = max(digits_needed(mean_of, facts.losses, digits=least, to=decimals(mean_told)))
    rows = [
        (*text_cells(token, _probability(loss, digits)), *blank_cells([decimal(loss, digits)]))
        for token, loss in zip(facts.tokens, facts.losses, strict=True)
    ]
    rows.append((*text_cells(text("lessonsheet.training_mean"), ""), *blank_cells([mean_told])))
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


TABLES: Final[dict[str, Callable[[View], list[Task]]]] = {
    "flow": _flow,
    "heads": _heads,
    "layers": _layers,
    "training": _training,
    "tokens": _tokens,
    "positions": _positions,
    "cell": _cell,
    "masks": _masks,
    "search": _search,
    "bleu": _bleu,
}
