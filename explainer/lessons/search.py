"""Lesson 5: greedy search and beam search."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from explainer.lessons.parts import (
    Asked,
    Axis,
    Listed,
    Number,
    Step,
    Words,
    axis_round,
    lesson,
    listed_choice,
)
from explainer.lessons.printed import digits_that_give, significant, so_that
from explainer.text.numbers import MINUS, decimal, percent

WIDTH: Final = 3  # of the lesson's beam: its tables stay short
FIRST: Final = 3  # tokens whose logarithms are added
LOG_NEAR: Final = 0.03
SCORE_NEAR: Final = 0.03
APART: Final = 0.02  # sums with two decimals that people can tell apart
LOWEST_LOG: Final = -12.0  # no product that is asked for has a smaller logarithm
LONG: Final = 2.0  # the largest penalty of the page


@dataclass(frozen=True)
class Tried:
    """A candidate of one step of the beam: what stands before it, its token, sum and logarithm."""

    before: str
    token: str
    so_far: float
    log_prob: float
    kept: bool

    @property
    def total(self) -> float:
        return self.so_far + self.log_prob


@dataclass(frozen=True)
class Output:
    """A finished output: its text, its tokens with </s>, and the sum of its logarithms."""

    text: str
    length: int
    total: float


@dataclass(frozen=True)
class SearchFacts:
    """Greedy search and a beam of WIDTH on one sentence.

    `step` (from 1) is greedy's closest choice, `before` its text so far, `top` the likeliest tokens
    there with their probabilities. `probs` are those of greedy's first tokens, `greedy` is what it
    writes. `same` says whether a beam of width 1 writes the same. `rows` paths are continued at
    the beam's second step and give `pool` candidates; `tried` are those of the step `beam_step`
    (from 1). `best` is the beam's winner under `alpha`; `short` and `long` are the outputs of least
    and most tokens.
    """

    step: int
    before: str
    top: tuple[tuple[str, float], ...]
    probs: tuple[float, ...]
    tokens: tuple[str, ...]
    greedy: str
    same: bool
    rows: int
    pool: int
    beam_step: int
    tried: tuple[Tried, ...]
    alpha: float
    best: Output
    short: Output
    long: Output


LESSON: Final = lesson(
    "search",
    15,
    Step("next", "greedy", by_hand=True),
    Step("logs", "greedy", params={"greedy_step": "3"}),
    Step("one", "beam", params={"beam_width": "1"}),
    Step("pool", "beam", params={"beam_width": str(WIDTH), "beam_step": "2"}),
    Step("cut", "beam", params={"beam_width": str(WIDTH)}, by_hand=True),
    Step("penalty", "beam", params={"beam_width": str(WIDTH)}),
    Step(
        "longer",
        "beam",
        params={"beam_width": str(WIDTH), "beam_alpha": "0"},
        shown={"beam_alpha": "2"},
        mistake=True,
    ),
)


def ask(step: str, facts: SearchFacts) -> Asked | None:
    """The question of a step; None where this sentence leaves nothing to predict."""
    return QUESTIONS[step](facts)


def shows_point(facts: SearchFacts) -> bool:
    """Whether the beam writes something else than greedy search here: else nothing is gained."""
    return facts.best.text != facts.greedy


def divisor(length: int, alpha: float) -> float:
    """((5 + length) / 6)^alpha, Wu et al. 2016, equation 14."""
    return float(((5 + length) / 6) ** alpha)


def _next(facts: SearchFacts) -> Asked | None:
    if len(facts.top) < 2:
        return None
    best, second = facts.top[:2]
    question = listed_choice(best[0], sorted(token for token, _ in facts.top))
    if question is None:
        return None
    return Asked(
        question,
        {
            "step": str(facts.step),
            "before": facts.before or "–",
            "token": best[0],
            "p": percent(best[1]),
            "other": second[0],
            "q": percent(second[1]),
        },
    )


def _logs(facts: SearchFacts) -> Asked | None:
    """ln of the product of the first probabilities, which are given with three decimals."""
    first = facts.probs[:FIRST]
    if len(first) < FIRST or min(first) < APART:
        return None
    total = sum(math.log(p) for p in first)
    probs = so_that(lambda *given: sum(map(math.log, given)), *first, digits=3, to=2)
    least = significant(math.exp(total))
    (product,) = so_that(math.log, math.exp(total), digits=least, to=2)
    return Asked(
        Number(
            total,
            max(LOG_NEAR, LOG_NEAR * abs(total)),
            2,
            axis=Axis(LOWEST_LOG, 1, tuple((f"p{n}", p) for n, p in enumerate(first, start=1))),
        ),
        {
            "tokens": "  ".join(facts.tokens[:FIRST]),
            "probs": ", ".join(probs),
            "total": decimal(total),
            "product": product,
        },
    )


def _one(facts: SearchFacts) -> Asked:
    return Asked(
        Words(("lessonsearch.one_same", "lessonsearch.one_other"), 0 if facts.same else 1), {}
    )


def _pool(facts: SearchFacts) -> Asked | None:
    if not facts.rows:
        return None
    return Asked(
        Number(facts.pool, 0, axis=axis_round(("2k", 2 * WIDTH), reach=facts.pool, signed=False)),
        {
            "width": str(WIDTH),
            "each": str(2 * WIDTH),
            "rows": str(facts.rows),
            "pool": str(facts.pool),
        },
    )


def candidate_name(one: Tried) -> str:
    """What stands before it, and its token."""
    return f"{one.before} … {one.token}" if one.before else one.token


def sum_digits(tried: Sequence[Tried]) -> int:
    """Decimals that let the sums of all these candidates add up as they are printed."""
    parts = [part for one in tried for part in (one.so_far, one.log_prob)]

    def sums(given: Sequence[float]) -> list[float]:
        return [sum(pair) for pair in zip(given[::2], given[1::2], strict=True)]

    return max(digits_that_give(sums, parts, digits=[2] * len(parts), to=2))


def candidate_line(one: Tried, digits: int = 2) -> str:
    """A candidate as a line with its sum left to do."""
    name = candidate_name(one)
    return f"{name}:  {decimal(one.so_far, digits)} {MINUS} {decimal(abs(one.log_prob), digits)}"


def _cut(facts: SearchFacts) -> Asked | None:
    """The last kept ones and the first cut one, in no telling order."""
    kept = [one for one in facts.tried if one.kept][-FIRST:]
    cut = [one for one in facts.tried if not one.kept][:1]
    if not kept or not cut or kept[-1].total - cut[0].total < APART:
        return None
    shown = sorted((*kept, cut[0]), key=lambda one: (one.token, one.before))
    digits = sum_digits(shown)
    lines = [candidate_line(one, digits) for one in shown]
    if len(set(lines)) < len(lines):
        return None
    return Asked(
        Listed(tuple(lines), shown.index(cut[0]), tuple(map(candidate_name, shown))),
        {
            "step": str(facts.beam_step),
            "count": str(len(shown)),
            "token": cut[0].token,
            "cut": decimal(cut[0].total),
            "last": decimal(kept[-1].total),
            "width": str(WIDTH),
        },
        {"beam_step": str(facts.beam_step)},
    )


def _penalty(facts: SearchFacts) -> Asked:
    by = divisor(facts.best.length, facts.alpha)
    score = facts.best.total / by
    total, by_told = so_that(operator.truediv, facts.best.total, by, digits=3, to=3)
    return Asked(
        Number(
            score,
            max(SCORE_NEAR, SCORE_NEAR * abs(score)),
            3,
            axis=axis_round(("Σ ln p", facts.best.total), reach=0),
        ),
        {
            "text": facts.best.text,
            "length": str(facts.best.length),
            "alpha": f"{facts.alpha:g}",
            "total": total,
            "by": by_told,
            "score": decimal(score, 3),
            "longer": str(5 + facts.best.length),
            "greedy": facts.greedy,
        },
    )


def _sum_told(one: Output) -> str:
    """The sum of an output as it is printed beside its score under LONG."""
    by = divisor(one.length, LONG)
    return so_that(lambda total: total / by, one.total, to=2)[0]


def _longer(facts: SearchFacts) -> Asked | None:
    """Which of two outputs a larger alpha helps: how the ratio of their scores moves."""
    short, long = facts.short, facts.long
    if short.length == long.length or not short.total or not long.total:
        return None
    plain = long.total / short.total
    divided = plain * divisor(short.length, LONG) / divisor(long.length, LONG)
    short_sum, long_sum = (_sum_told(one) for one in (short, long))
    return Asked(
        Words(("lessonsearch.longer_short", "lessonsearch.longer_long"), int(divided < plain)),
        {
            "short": str(short.length),
            "long": str(long.length),
            "short_sum": short_sum,
            "long_sum": long_sum,
            "alpha": f"{LONG:g}",
            "short_score": decimal(short.total / divisor(short.length, LONG)),
            "long_score": decimal(long.total / divisor(long.length, LONG)),
        },
    )


QUESTIONS: Final[dict[str, Callable[[SearchFacts], Asked | None]]] = {
    "next": _next,
    "logs": _logs,
    "one": _one,
    "pool": _pool,
    "cut": _cut,
    "penalty": _penalty,
    "longer": _longer,
}
