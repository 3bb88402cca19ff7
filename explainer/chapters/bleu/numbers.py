"""Compute all numbers of the BLEU page once, and format them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from explainer.chapters.bleu.state import Choice, Texts
from explainer.metrics.bleu import (
    Bleu,
    BleuSettings,
    NgramCount,
    Tokens,
    clipped_counts,
    score,
    statistics,
)
from explainer.metrics.bleu_check import Check, check, chrf
from explainer.metrics.bleu_tokens import tokenize
from explainer.text.numbers import decimal, power

TERMS = 2  # summands on a line of a formula


@dataclass(frozen=True)
class ScoredCandidate:
    """A scored candidate with everything the page shows about it."""

    texts: Texts
    choice: Choice
    tokens: Tokens
    references: tuple[Tokens, ...]
    counts: tuple[tuple[NgramCount, ...], ...]  # counts[n - 1]
    bleu: Bleu
    check: Check
    chrf: float
    chrf_signature: str

    @property
    def orders(self) -> range:
        return range(1, self.choice.settings.max_order + 1)


def score_candidate(texts: Texts, choice: Choice) -> ScoredCandidate:
    """Compute everything from the texts to the score."""
    tokens = tokenize(texts.candidate, choice.tokenizer)
    references = tuple(tokenize(one, choice.tokenizer) for one in texts.references)
    order = choice.settings.max_order
    counts = tuple(tuple(clipped_counts(tokens, references, n)) for n in range(1, order + 1))
    bleu = score(statistics(tokens, references, order), choice.settings)
    candidates, rows = [texts.candidate], [list(texts.references)]
    chrf_score, signature = chrf(candidates, rows)
    checked = check(bleu, candidates, rows, choice.tokenizer)
    return ScoredCandidate(
        texts, choice, tokens, references, counts, bleu, checked, chrf_score, signature
    )


def has_equal_weights(settings: BleuSettings) -> bool:
    """Return whether all n-gram lengths have the same weight."""
    return settings.weights is None or len(set(settings.weights)) == 1


def scientific(value: float) -> tuple[str, int]:
    """Split a number into its mantissa, with three digits, and its power of ten."""
    mantissa, power = f"{value:.2e}".split("e")
    return mantissa, int(power)


def format_points(value: float) -> str:
    """Format a score 0..100."""
    if not value or value >= 0.005:
        return f"{value:.2f}" if value else "0"
    return power(value, 2)


def format_unit(value: float) -> str:
    """Format a number 0..1."""
    if value in (0.0, 1.0):
        return f"{value:.0f}"
    if value >= 0.0005:
        return f"{value:.4f}"
    return power(value, 2)


def format_log(value: float) -> str:
    """Format a natural logarithm with a true minus sign."""
    return decimal(value, 3) if abs(value) >= 0.0005 else "0"


def format_count(value: float) -> str:
    """Format a count; one that smoothing changed has decimals."""
    return f"{value:g}"


def format_tex(value: float) -> str:
    """Format a number for KaTeX."""
    if math.isinf(value):
        return r"-\infty"
    if value in (0.0, 1.0):
        return f"{value:.0f}"
    if abs(value) >= 0.0005:
        return f"{value:.2f}" if abs(value) >= 10 else f"{value:.3f}"
    mantissa, power = scientific(value)
    return rf"{mantissa} \cdot 10^{{{power}}}"


def brevity_formula(bleu: Bleu) -> str:
    """Return LaTeX of the brevity penalty with both lengths."""
    c, r = bleu.statistics.length, bleu.statistics.reference_length
    if not c:
        return r"\text{BP} = 0"
    general = r"\min\left(1,\; e^{1 - r/c}\right)"
    inside = rf"e^{{1 - {r}/{c}}}"
    return rf"\text{{BP}} = {general} = \min\left(1,\; {inside}\right) = {format_tex(bleu.brevity)}"


def exponent_formula(bleu: Bleu) -> str:
    """Return LaTeX of the weighted sum of logarithms, a few terms per line."""
    used = [n for n, weight in enumerate(bleu.weights, 1) if weight]
    logs = [rf"({format_tex(bleu.logs[n - 1])})" for n in used]
    if not used:
        return r"\sum_n w_n \ln p_n = 0"
    if has_equal_weights(bleu.settings):
        inside = rf"\tfrac{{1}}{{{len(used)}}}\left({_break_sum(logs)}\right)"
    else:
        weights = [f"{bleu.weights[n - 1]:.2f}" for n in used]
        inside = _break_sum([rf"{w} \cdot {one}" for w, one in zip(weights, logs, strict=True)])
    return rf"\sum_n w_n \ln p_n = {inside} = {format_tex(sum(bleu.weighted_logs))}"


def _break_sum(terms: Sequence[str]) -> str:
    """Break a sum into lines that fit a narrow column."""
    lines = [" + ".join(terms[i : i + TERMS]) for i in range(0, len(terms), TERMS)]
    if len(lines) == 1:
        return lines[0]
    rows = r" \\ & + ".join(lines)
    return rf"\begin{{aligned}} & {rows} \end{{aligned}}"


def product_formula(bleu: Bleu) -> str:
    """Return LaTeX of the penalty times e to that sum."""
    exponent = format_tex(sum(bleu.weighted_logs))
    return (
        r"\text{BLEU} = \text{BP} \cdot e^{\sum w_n \ln p_n}"
        rf" = {format_tex(bleu.brevity)} \cdot e^{{{exponent}}} = {format_tex(bleu.value)}"
    )


def precision_formula(bleu: Bleu, n: int) -> str:
    """Return LaTeX of matched over all n-grams, smoothed if the score is."""
    general = (
        r"\frac{\sum_g \min(\text{count}(g),\; \max_r \text{count}_r(g))}{\sum_g \text{count}(g)}"
    )
    c, t = bleu.statistics.correct[n - 1], bleu.statistics.total[n - 1]
    numbers = rf"\frac{{{c}}}{{{t}}}"
    if bleu.smoothed[n - 1]:
        top, bottom = bleu.numerators[n - 1], bleu.denominators[n - 1]
        arrow = rf"\frac{{{format_count(top)}}}{{{format_count(bottom)}}}"
        numbers += rf" \;\to\; {arrow}" if top else r" \;\to\; \varepsilon"
    return rf"p_{{{n}}} = {general} = {numbers} = {format_tex(bleu.precisions[n - 1])}"
