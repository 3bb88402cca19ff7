"""Formula, sizes and code of the BLEU page, and a mistake with live numbers."""

from __future__ import annotations

from explainer.chapters.bleu.numbers import (
    Work,
    brevity_formula,
    exponent_formula,
    points,
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


def draw_formula(text: Text, work: Work, n: int) -> None:
    """The lit n-grams' precision, the penalty, the product; then sizes and our lines."""
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
    """A merged count that forgets repeats; and which bigram of B matches."""
    text, shown = view.text, example()
    references = [tuple(reference.split()) for reference in shown.references]
    word = references[0][0]
    count = next(c for c in clipped_counts(references[0], references, 1) if c.ngram == (word,))
    right = statistics(references[0], references, 4)
    wrong = forgetful(references[0], references, right)
    settings = BleuSettings()
    bigrams = clipped_counts(tuple(shown.candidates["B"].split()), references, 2)
    chapter.wrong(
        text,
        text(
            "bleu.mistake_line",
            word=word,
            merged=count.merged,
            wrong=points(score(wrong, settings).score),
            right=points(score(right, settings).score),
            bigram=", ".join(" ".join(c.ngram) for c in bigrams if c.clipped),
        ),
    )


def forgetful(
    tokens: tuple[str, ...], references: list[tuple[str, ...]], right: Statistics
) -> Statistics:
    """The same counts where every merged count is at most 1: the references taken as sets."""
    correct = tuple(
        sum(min(count.clipped, 1) for count in clipped_counts(tokens, references, n))
        for n in range(1, len(right.total) + 1)
    )
    return Statistics(correct, right.total, right.length, right.reference_length)
