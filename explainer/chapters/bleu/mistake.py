"""The BLEU formula, shapes and code, and common mistakes with live numbers."""

from __future__ import annotations

from explainer.chapters.bleu.numbers import (
    ScoredCandidate,
    brevity_formula,
    exponent_formula,
    format_points,
    precision_formula,
    product_formula,
)
from explainer.data.bleu import example
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.metrics.bleu import (
    BleuSettings,
    Statistics,
    clipped_counts,
    score,
    statistics,
)
from explainer.text import Text


def draw_formula(text: Text, work: ScoredCandidate, n: int) -> None:
    """Draw precision of the selected n, brevity penalty, product, shapes and code."""
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(
            text,
            [
                precision_formula(work.bleu, n),
                brevity_formula(work.bleu),
                exponent_formula(work.bleu),
                product_formula(work.bleu),
            ],
            text("bleu.formula_line"),
        )
    with shapes:
        counts = work.bleu.statistics
        chapter.shapes(
            text,
            [
                ("candidate", "c", (len(work.tokens),)),
                ("references", "r, r, ..", tuple(len(tokens) for tokens in work.references)),
                ("total", "n", counts.total),
                ("correct", "n", counts.correct),
                ("distinct", "n", tuple(len(order) for order in work.counts)),
            ],
            text("bleu.shapes_line"),
            own="crn",
        )
        chapter.code(text, "explainer.metrics.bleu", "clip_counts", last="correct")


def draw_mistake(view: View) -> None:
    """Show clipping that ignores repeats, and which bigram of candidate B matches."""
    text, shown = view.text, example()
    references = [tuple(reference.split()) for reference in shown.references]
    word = references[0][0]
    count = next(c for c in clipped_counts(references[0], references, 1) if c.ngram == (word,))
    right = statistics(references[0], references, 4)
    wrong = set_statistics(references[0], references, right)
    settings = BleuSettings()
    bigrams = clipped_counts(tuple(shown.candidates["B"].split()), references, 2)
    chapter.wrong(
        text,
        text(
            "bleu.mistake_line",
            word=word,
            merged=count.merged,
            wrong=format_points(score(wrong, settings).score),
            right=format_points(score(right, settings).score),
            bigram=", ".join(" ".join(c.ngram) for c in bigrams if c.clipped),
        ),
    )


def set_statistics(
    tokens: tuple[str, ...], references: list[tuple[str, ...]], right: Statistics
) -> Statistics:
    """Count with the references as sets: every clipped count is at most 1."""
    correct = tuple(
        sum(min(count.clipped, 1) for count in clipped_counts(tokens, references, n))
        for n in range(1, len(right.total) + 1)
    )
    return Statistics(correct, right.total, right.length, right.reference_length)
