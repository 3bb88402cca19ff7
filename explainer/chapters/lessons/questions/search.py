"""Lesson 5: greedy search and beam search."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from explainer.analysis.beam_tree import CHOSEN, parting_step, paths_of
from explainer.decoding import rerank
from explainer.decoding.hypothesis import length_penalty
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.lessons.printed import digits_needed, printable, sig_digits
from explainer.runs import beam as beam_runs
from explainer.runs.beam import CandidatePools, candidate_pools, search_hypotheses, search_options
from explainer.runs.greedy import forced_search
from explainer.text.numbers import MINUS, decimal, percent
from explainer.translation import Translation

WIDTH: Final = 3  # of the lesson's beam: its tables stay short
FIRST: Final = 3  # tokens whose logarithms are added
APART: Final = 0.02  # sums with two decimals that people can tell apart
LONG: Final = 2.0  # the largest penalty of the page
TOP: Final = 4  # candidates of a greedy step


@dataclass(frozen=True)
class Tried:
    """A candidate of a beam step: its prefix, token, sum and log-probability."""

    before: str
    token: str
    so_far: float
    log_prob: float
    kept: bool

    @property
    def total(self) -> float:
        return self.so_far + self.log_prob

    @property
    def name(self) -> str:
        return f"{self.before} … {self.token}" if self.before else self.token

    def line(self, digits: int) -> str:
        """Format it as a line whose sum is to be computed."""
        parts = decimal(self.so_far, digits), decimal(abs(self.log_prob), digits)
        return f"{self.name}:  {parts[0]} {MINUS} {parts[1]}"


@dataclass(frozen=True)
class Output:
    """A finished output: text, number of tokens with </s>, total log-probability."""

    text: str
    length: int
    total: float


class Facts:
    """Facts of greedy search and a beam of WIDTH on one sentence, with the sentence bar's settings.

    `step` (from 1) is greedy's closest choice, `before` its text so far, `top` the likeliest tokens
    there with their probabilities. `probs` are those of greedy's first tokens, `greedy` is what it
    writes. `same` says whether a beam of width 1 writes the same. `rows` paths are continued at
    the beam's second step and give `pool` candidates; `tried` are those of the step `beam_step`
    (from 1). `best` is the beam's winner under `alpha`; `short` and `long` are the outputs of least
    and most tokens.
    """

    beam_width, each, most_alpha = WIDTH, 2 * WIDTH, f"{LONG:g}"  # a path proposes `each` tokens

    def __init__(self, view: View) -> None:
        done = view.translation
        greedy = forced_search(done)
        step, _ = greedy.close_call
        log_probs, first = greedy.distribution(step), greedy.first(step)
        ranked = first + np.argsort(-log_probs[first:], kind="stable")[:TOP]
        names = beam_runs.tokens(done, tuple(int(i) for i in ranked))
        self.step, self.before = step + 1, beam_runs.path_texts(done, [greedy.ids[:step]])[0]
        self.top = tuple(zip(names, np.exp(log_probs[ranked]).tolist(), strict=True))
        self.probs = tuple(np.exp(greedy.log_probs).tolist())
        self.tokens, self.greedy = greedy.tokens, beam_runs.path_texts(done, [greedy.ids])[0]
        alone = search_options(done, 1)
        single = rerank(search_hypotheses(done, alone), alone.alpha, alone.min_length)
        self.same = "same" if single and single[0].ids == greedy.ids else "other"
        options = search_options(done, WIDTH)
        pools, outputs = candidate_pools(done, options), search_hypotheses(done, options)
        order = rerank(outputs, options.alpha, options.min_length) or rerank(outputs, options.alpha)
        usual = parting_step(order[0].ids, tuple(greedy.ids))
        self.rows = len(paths_of(pools[:1])[-1]) if len(pools) > 1 else 0
        self.pool = len(pools[1]) if self.rows else None
        self.beam_step = clear_step(pools, (usual, *range(2, len(pools) + 1)))
        self.tried = _candidates(done, pools, self.beam_step)
        self.alpha = options.alpha
        ends = (
            order[0],
            min(order, key=lambda one: len(one.ids)),
            max(order, key=lambda one: len(one.ids)),
        )
        self.best, self.short, self.long = (
            Output(beam_runs.path_texts(done, [one.ids])[0], len(one.ids), one.total)
            for one in ends
        )

    def ask_next(self) -> Values | None:
        names = sorted(token for token, _ in self.top)
        if len(names) < 2:
            return None
        (token, p), (other, q) = self.top[:2]
        told = {"token": token, "p": percent(p), "other": other, "q": percent(q)}
        return {"names": names, "before": self.before or "–", **told}

    def ask_logs(self) -> Values | None:
        """The logarithm of the product of the first probabilities, given with three decimals."""
        first = self.probs[:FIRST]
        if len(first) < FIRST or min(first) < APART:
            return None
        total = sum(math.log(p) for p in first)
        probs = printable(lambda *given: sum(map(math.log, given)), *first, digits=3, to=2)
        least = sig_digits(math.exp(total))
        (product,) = printable(math.log, math.exp(total), digits=least, to=2)
        bars = {f"p{n}": p for n, p in enumerate(first, start=1)}
        told = {"tokens": "  ".join(self.tokens[:FIRST]), "probs": ", ".join(probs)}
        return {"total": total, "bars": bars, "product": product, **told}

    def ask_cut(self) -> Values | None:
        """The candidate that is pruned, among the last kept and first pruned ones."""
        kept = [one for one in self.tried if one.kept][-FIRST:]
        cut = [one for one in self.tried if not one.kept][:1]
        if not kept or not cut or kept[-1].total - cut[0].total < APART:
            return None
        shown = sorted((*kept, *cut), key=lambda one: (one.token, one.before))
        digits = sum_digits(shown)
        lines = [one.line(digits) for one in shown]
        if len(set(lines)) < len(shown):
            return None
        told = {"count": len(shown), "cut": cut[0].total, "last": kept[-1].total}
        names = [one.name for one in shown]
        return {"answer": cut[0].line(digits), "lines": lines, "names": names, **told}

    def ask_penalty(self) -> Values:
        """The winner's score, its sum divided by the length penalty."""
        best = self.best
        by = length_penalty(best.length, self.alpha)
        total, by_told = printable(operator.truediv, best.total, by, digits=3, to=3)
        sizes = {"length": best.length, "longer": 5 + best.length, "alpha": f"{self.alpha:g}"}
        told = {"text": best.text, "total": total, "total_bar": best.total, "by": by_told}
        return {"score": best.total / by, **sizes, **told}

    def ask_longer(self) -> Values | None:
        """Which of two outputs a larger alpha favours, by the ratio of their scores."""
        short, long = self.short, self.long
        if short.length == long.length or not short.total or not long.total:
            return None
        scores = [one.total / length_penalty(one.length, LONG) for one in (short, long)]
        gains = "long" if scores[1] / scores[0] < long.total / short.total else "short"
        sums = {"short_sum": _sum_told(short), "long_sum": _sum_told(long)}
        scored = {"short_score": scores[0], "long_score": scores[1]}
        lengths = {"short_length": short.length, "long_length": long.length}
        return {"answer": gains, **lengths, **sums, **scored}


def clear_step(pools: CandidatePools, steps: Sequence[int]) -> int:
    """Return the first of `steps` (from 1) whose pruning margin survives rounding."""
    for step in steps:
        kept = [one.total for one in pools[step - 1] if one.verdict in CHOSEN]
        cut = [one.total for one in pools[step - 1] if one.verdict not in CHOSEN]
        if kept and cut and kept[-1] - cut[0] >= APART:
            return step
    return steps[0]


def _candidates(done: Translation, pools: CandidatePools, step: int) -> tuple[Tried, ...]:
    """Return the candidates of a step (from 1), best first."""
    pool = pools[step - 1]
    before = beam_runs.path_texts(done, paths_of(pools[: step - 1])[-1])
    tokens = beam_runs.tokens(done, tuple(one.id for one in pool))
    return tuple(
        Tried(
            before[one.parent], token, one.total - one.log_prob, one.log_prob, one.verdict in CHOSEN
        )
        for one, token in zip(pool, tokens, strict=True)
    )


def sum_digits(tried: Sequence[Tried]) -> int:
    """Return the decimals with which all these candidates' printed sums add up."""
    parts = [part for one in tried for part in (one.so_far, one.log_prob)]

    def sums(given: Sequence[float]) -> list[float]:
        return [sum(pair) for pair in zip(given[::2], given[1::2], strict=True)]

    return max(digits_needed(sums, parts, digits=[2] * len(parts), to=2))


def _sum_told(one: Output) -> str:
    """Format an output's sum as printed beside its score with LONG."""
    by = length_penalty(one.length, LONG)
    return printable(lambda total: total / by, one.total, to=2)[0]
